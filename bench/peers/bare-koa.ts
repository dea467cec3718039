/** The peer of the API: Koa and its router, answering the bytes and headers it is given. A process of its own. */
import Router from '@koa/router';
import Koa from 'koa';

export interface Given {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.once('message', (message) => {
  const { port, path, headers, body } = message as Given;
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
