/** The peer of the API: Koa and its router in a process of its own, answering with fixed bytes and headers. */
import Router from '@koa/router';
import Koa from 'koa';

export interface AnswerToSend {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.once('message', (message) => {
  const { port, path, headers, body } = message as AnswerToSend;
  const bytes = Buffer.from(body, 'base64');
  const router = new Router();
  router.get(path, (ctx) => {
    ctx.set({ ...headers });
    ctx.body = bytes;
  });
  const app = new Koa();
  app.use(router.routes());
  app.listen(port, '127.0.0.1', () => process.send?.('ready'));
});
