/**
 * `node dist/bench/walks.js`: which files of the product run between two marks, by V8's coverage of the all-in-one service
 * and its worker threads: from a pushed bar to the answer that has it, and for a summary with parameters of one's own. A
 * file counts where one of its functions is called by each of three such walks and not by fifteen seconds of the same
 * service in which nothing lands and nobody asks.
 */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { freePort } from '../dev/kafka/kafka.ts';
import { projectRoot } from '../lib/paths.ts';
import { pushBar, startService } from './processes.ts';
import { filledInstallation } from './stores.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers
  readonly result?: any;
}
type Post = (method: string, params?: object) => Promise<Message['result']>;

/** A session of Chrome's protocol over whatever carries its messages. */
function session(send: (text: string) => void, onEvent: (message: Message) => void) {
  const waiting = new Map<number, (result: Message['result']) => void>();
  let last = 0;
  const post: Post = (method, params = {}) => {
    send(JSON.stringify({ id: ++last, method, params }));
    return new Promise((resolve) => waiting.set(last, resolve));
  };
  const receive = (text: string) => {
    const message = JSON.parse(text) as Message;
    if (message.id === undefined) onEvent(message);
    else waiting.get(message.id)?.(message.result);
  };
  return { post, receive };
}

const startCoverage = async (post: Post) => {
  await post('Profiler.enable');
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
};

/** Sessions of the process and of its threads, those among them that start later. */
async function attach(port: number): Promise<{ posts: readonly Post[]; detach: () => void }> {
  const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const posts: Post[] = [];
  const threads = new Map<string, (text: string) => void>();
  const main = session(
    (text) => socket.send(text),
    ({ method, params }) => {
      if (method === 'NodeWorker.receivedMessageFromWorker') threads.get(params.sessionId)?.(params.message);
      if (method !== 'NodeWorker.attachedToWorker') return;
      const { sessionId } = params;
      const send = (message: string) => void main.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      const thread = session(send, () => {});
      threads.set(sessionId, thread.receive);
      posts.push(thread.post);
      void startCoverage(thread.post);
    },
  );
  socket.on('message', (data) => main.receive(String(data)));
  posts.push(main.post);
  await main.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await startCoverage(main.post);
  return { posts, detach: () => socket.terminate() };
}

/** Functions of the product that were called since the last time this was asked, as `file offset`. */
async function calledSince(posts: readonly Post[]): Promise<Set<string>> {
  const called = new Set<string>();
  for (const coverage of await Promise.all(posts.map((post) => post('Profiler.takePreciseCoverage')))) {
    // A thread that has ended answers with an error instead of scripts.
    for (const { url, functions } of (coverage?.result ?? []) as Script[]) {
      if (!url.startsWith('file://')) continue;
      const path = relative(projectRoot(), fileURLToPath(url)).replace(/^dist\//, '');
      if (path.startsWith('..') || path.startsWith('node_modules')) continue;
      // The first is the module itself: it runs when it is imported.
      for (const [at, { functionName, ranges }] of functions.entries()) {
        if ((at > 0 || functionName !== '') && ranges[0].count > 0) called.add(`${path} ${ranges[0].startOffset}`);
      }
    }
  }
  return called;
}

interface Range {
  readonly startOffset: number;
  readonly count: number;
}
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[];
}

const IDLE_MS = 15_000;

const installation = await filledInstallation();
const port = await freePort();
const service = await startService(installation, [`--inspect=127.0.0.1:${port}`]);
const { posts, detach } = await attach(port);
const { symbol, dataDir } = installation;
let lastMs = Date.parse(JSON.parse(await service.get('/symbols')).data[0].last_bar);
const walks = {
  'a summary with parameters of its own': async (round: number) => {
    await service.get(`/stats/orb/summary?symbol=${symbol}&session=exchange&orb_minutes=${7 + round}`);
  },
  'a live bar, from its push to the answer that has it': async () => {
    lastMs += 60_000;
    await pushBar(dataDir, { symbol, assetClass: 'equity', atMs: lastMs, price: 100 });
    await service.get(`/stats/trend?symbol=${symbol}&limit=1`);
  },
};
/** What the service calls while nothing lands and nobody asks; the first time is the end of its start. */
for (let round = 0; round < 2; round++) {
  await calledSince(posts);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
}
const idle = await calledSince(posts);
for (const [name, walk] of Object.entries(walks)) {
  // What is loaded or read once is not on the way of the next.
  for (let round = 0; round < 3; round++) await walk(round);
  await calledSince(posts);
  const walked: Set<string>[] = [];
  for (let round = 3; round < 6; round++) {
    await walk(round);
    walked.push(await calledSince(posts));
  }
  // What the service does by itself now and then is not in all of them.
  const called = [...walked[0]].filter((one) => !idle.has(one) && walked.every((calls) => calls.has(one)));
  const files = [...new Set(called.map((one) => one.split(' ')[0]))].sort();
  console.log(`${name}: ${files.length} files\n${files.map((file) => `  ${file}`).join('\n')}`);
}
// A process that is inspected waits for its inspector before it ends.
detach();
await service.stop();
