#!/usr/bin/env node
/** `npm run ingest`: lands the topics of the log. */
import { runIngest } from '../operations/deployment/ingest.ts';
import { CRASHED, run } from '../operations/deployment/process.ts';

run(runIngest, CRASHED);
