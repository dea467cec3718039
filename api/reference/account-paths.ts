/** Paths of what an account keeps for itself: its watchlist, saved queries and alerts. */
import { CALLS_PARAMS } from '../alert-calls.ts';
import { TEXT } from './components.ts';
import { ref } from './fields.ts';
import { ACCOUNT, change, FREE, GONE, get, json, ofSession, ok, type Path, paramsOf, read, response } from './paths.ts';

const CHOSEN = 'Chosen by the client';
const OF_ALERT = 'Of the alert';
const NOT_FOUND = { '404': response('NotFound') };

export function accountPaths(): Path[] {
  const [watchlist, query] = ['/me/watchlist', '/me/queries/{id}'];
  return [
    [
      watchlist,
      {
        get: read({
          path: watchlist,
          summary: "The account's watchlist",
          description: 'In its own order.',
          tag: ACCOUNT,
          headers: FREE,
          content: json(ref('Watchlist')),
        }),
        put: change(watchlist, 'put', 'Sets the watchlist', ok('As it is now', 'Watchlist'), {
          body: 'WatchlistChange',
        }),
      },
    ],
    get({
      path: '/me/queries',
      summary: "The account's saved queries",
      description: 'By name, then id.',
      tag: ACCOUNT,
      headers: FREE,
      content: json(ref('SavedQueries')),
    }),
    [
      query,
      {
        put: change(query, 'put', 'Saves a query, or replaces the one of this id', ok('As it is saved', 'SavedQuery'), {
          body: 'SavedQueryChange',
          id: CHOSEN,
        }),
        delete: change(query, 'delete', 'Deletes a saved query', GONE, { id: CHOSEN }),
      },
    ],
    ...tokenPaths(),
    ...alertPaths(),
  ];
}

/** Of the console alone, by a login of the last 24 hours: a token cannot make another one that outlives it. */
function tokenPaths(): Path[] {
  const [tokens, token] = ['/me/tokens', '/me/tokens/{id}'];
  const list = { path: tokens, summary: "The account's valid tokens", description: 'By the time they were made.' };
  return [
    [
      tokens,
      {
        get: read({ ...list, tag: ACCOUNT, headers: FREE, content: json(ref('Tokens')) }),
        post: ofSession(
          change(
            tokens,
            'post',
            'Makes a token',
            ok('As it is made, with the token, shown this once', 'TokenMade', '201'),
            {
              body: 'TokenRequest',
            },
          ),
        ),
      },
    ],
    [
      token,
      {
        delete: ofSession(
          change(token, 'delete', 'Revokes a token; its sessions end within a second', GONE, { id: 'Of the token' }),
        ),
      },
    ],
  ];
}

/** What receivers of webhooks are called with. */
export const ALERT_WEBHOOK = {
  'alert.called': {
    post: {
      operationId: 'alert_called',
      tags: [ACCOUNT],
      summary: 'The conditions of an alert have become true',
      description:
        'Signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp` and `webhook-signature`, an HMAC-SHA256 of both ' +
        'and the body under the secret of the alert. It may come again with the same `webhook-id`. An answer other than 2xx ' +
        'within ten seconds is tried again for a day; redirects are not followed.',
      security: [],
      requestBody: { required: true, content: json(ref('AlertCall')) },
      responses: { '2XX': { description: 'It is taken' }, '4XX': { description: 'It is tried again' } },
    },
  },
};

function alertPaths(): Path[] {
  const [alerts, alert, secret] = ['/me/alerts', '/me/alerts/{id}', '/me/alerts/{id}/secret'];
  const common = { tag: ACCOUNT, headers: FREE };
  return [
    [
      alerts,
      {
        get: read({
          ...common,
          path: alerts,
          summary: "The account's alerts",
          description: 'By the time they were made, and how many the plan includes: the oldest of them call.',
          content: json(ref('Alerts')),
        }),
        post: change(
          alerts,
          'post',
          'Lets a saved query call when its conditions become true',
          ok('As it is made, with the secret of its webhook, which is shown this once', 'AlertMade', '201'),
          { body: 'AlertRequest' },
        ),
      },
    ],
    [
      alert,
      {
        get: read({
          ...common,
          path: alert,
          id: OF_ALERT,
          summary: 'One alert',
          description: 'Whether it calls, and why it does not.',
          content: json(ref('Alert')),
          responses: NOT_FOUND,
        }),
        put: change(
          alert,
          'put',
          'Pauses an alert, or lets it call again',
          { ...ok('As it is now', 'Alert'), ...NOT_FOUND },
          {
            body: 'AlertChange',
            id: OF_ALERT,
          },
        ),
        delete: change(alert, 'delete', 'Deletes an alert', GONE, { id: OF_ALERT }),
      },
    ],
    [
      secret,
      {
        post: change(
          secret,
          'post',
          "Replaces the secret of an alert's webhook",
          { ...ok('The new one, shown this once', 'AlertSecret', '201'), ...NOT_FOUND },
          { id: OF_ALERT },
        ),
      },
    ],
    get({
      path: '/me/alerts/{id}/calls',
      summary: 'What an alert called, and what came of it',
      description: 'Newest first, with the state of each delivery and the outcome of the session.',
      tag: ACCOUNT,
      id: OF_ALERT,
      params: paramsOf(CALLS_PARAMS),
      content: json(ref('AlertCalls')),
      responses: NOT_FOUND,
    }),
    get({
      path: '/me/alerts/{id}/figures',
      summary: 'The question of an alert since the alert was made, beside before',
      description:
        'Cases of all its symbols together and of each: out of sample, and those of the range that was saved.',
      tag: ACCOUNT,
      id: OF_ALERT,
      content: json(ref('AlertFigures')),
      responses: NOT_FOUND,
    }),
    get({
      path: '/me/alerts/stream',
      summary: "The calls of the account's alerts, as they are recorded",
      description:
        'Server-sent events: `call` with the body of the webhook. With `Last-Event-ID` what was recorded since, and what was ' +
        'recorded in the minute before it again. Charged as one request for each 15 minutes begun; `limited` with ' +
        '`retry_after` (seconds) where the limit is reached then. Four streams an account.',
      tag: ACCOUNT,
      content: { 'text/event-stream': { schema: TEXT } },
    }),
  ];
}
