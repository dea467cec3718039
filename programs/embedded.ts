#!/usr/bin/env -S UV_THREADPOOL_SIZE=16 node
/** `npm start`: everything in one process on the embedded engine. */
import { run } from '../operations/deployment/process.ts';
import { runService } from '../operations/deployment/service.ts';

run(runService);
