#!/usr/bin/env node
/** `npm run api`: answers requests from a store that others keep. */
import { runApi } from '../operations/deployment/api.ts';
import { run } from '../operations/deployment/process.ts';

run(runApi);
