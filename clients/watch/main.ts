#!/usr/bin/env node
/** `market-stats-watch QUESTIONS.json`: posts current matches to a URL. */
import { readFileSync } from 'node:fs';
import { pause, Watch } from './watch.ts';

const log = (message: string) => void process.stderr.write(`${message}\n`);

function required(name: string, fileName = ''): string {
  const { [name]: value, [fileName]: file } = process.env;
  const text = value || (file ? readFileSync(file, 'utf8').trim() : '');
  if (text === '') throw new Error(`set ${name}${fileName && `, or ${fileName} to a file that holds it`}`);
  return text;
}

try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('name the file of questions: market-stats-watch QUESTIONS.json');
  const everyS = Number(process.env['WATCH_EVERY_S'] || 60);
  if (!(everyS >= 10)) throw new Error('WATCH_EVERY_S: give at least 10');
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const watch = new Watch({
    api: (process.env['MARKET_STATS_URL'] || 'http://127.0.0.1:3000').replace(/\/+$/, ''),
    token: required('MARKET_STATS_TOKEN', 'MARKET_STATS_TOKEN_FILE'),
    url: required('WATCH_URL'),
    secret: required('WATCH_SECRET', 'WATCH_SECRET_FILE'),
    questions: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
    stateFile: process.env['WATCH_STATE'] || 'watch-state.json',
    signal,
    log,
  });
  for (let nextMs = 0; !signal.aborted; await pause(1_000, signal)) {
    if (performance.now() >= nextMs) {
      nextMs = performance.now() + everyS * 1_000;
      await watch.poll();
    }
    await watch.deliver();
  }
} catch (error) {
  log((error as Error).message);
  process.exitCode = 2;
}
