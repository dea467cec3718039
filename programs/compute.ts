#!/usr/bin/env node
/** `npm run compute`: keeps the statistics of what has landed. */
import { runCompute } from '../operations/deployment/compute.ts';
import { run } from '../operations/deployment/process.ts';

run(runCompute);
