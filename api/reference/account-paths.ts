/** Paths of what an account keeps for itself: its watchlist, saved queries, tokens and alerts. */
import { CALLS_PARAMS } from '../alert-calls.ts';
import { TEXT } from './components.ts';
import { ref } from './fields.ts';
import { type About, ACCOUNT, change, FREE, GONE, get, json, ok, type Path, paramsOf, response } from './paths.ts';

const CHOSEN = { id: 'Chosen by the client' };
const OF_TOKEN = { id: 'Of the token' };
const OF_ALERT = { id: 'Of the alert' };
const NOT_FOUND = { '404': response('NotFound') };

/** Free of charge. */
const kept = (path: string, summary: string, description: string, schema: string, more: Partial<About> = {}) =>
  get({ path, summary, description, tag: ACCOUNT, headers: FREE, content: json(ref(schema)), ...more });

export const accountPaths = (): Path[] => [
  kept('/me/watchlist', "The account's watchlist", 'In its own order.', 'Watchlist'),
  change('/me/watchlist', 'put', 'Sets the watchlist', ok('As it is now', 'Watchlist'), { body: 'WatchlistChange' }),
  kept('/me/queries', "The account's saved queries", 'By name, then id.', 'SavedQueries'),
  change(
    '/me/queries/{id}',
    'put',
    'Saves a query, or replaces the one of this id',
    ok('As it is saved', 'SavedQuery'),
    { body: 'SavedQueryChange', ...CHOSEN },
  ),
  change('/me/queries/{id}', 'delete', 'Deletes a saved query', GONE, CHOSEN),
  // A token cannot make another one that outlives it.
  kept('/me/tokens', "The account's valid tokens", 'By the time they were made.', 'Tokens'),
  change(
    '/me/tokens',
    'post',
    'Makes a token',
    ok('As it is made, with the token, shown this once', 'TokenMade', '201'),
    { body: 'TokenRequest', ofSession: true },
  ),
  change('/me/tokens/{id}', 'delete', 'Revokes a token; its sessions end within a second', GONE, {
    ...OF_TOKEN,
    ofSession: true,
  }),
  kept(
    '/me/alerts',
    "The account's alerts",
    'By the time they were made, and how many the plan includes: the oldest of them call.',
    'Alerts',
  ),
  change(
    '/me/alerts',
    'post',
    'Lets a saved query call when its conditions become true',
    ok('As it is made, with the secret of its webhook, which is shown this once', 'AlertMade', '201'),
    { body: 'AlertRequest' },
  ),
  kept('/me/alerts/{id}', 'One alert', 'Whether it calls, and why it does not.', 'Alert', {
    ...OF_ALERT,
    responses: NOT_FOUND,
  }),
  change(
    '/me/alerts/{id}',
    'put',
    'Pauses an alert, or lets it call again',
    { ...ok('As it is now', 'Alert'), ...NOT_FOUND },
    { body: 'AlertChange', ...OF_ALERT },
  ),
  change('/me/alerts/{id}', 'delete', 'Deletes an alert', GONE, OF_ALERT),
  change(
    '/me/alerts/{id}/secret',
    'post',
    "Replaces the secret of an alert's webhook",
    { ...ok('The new one, shown this once', 'AlertSecret', '201'), ...NOT_FOUND },
    OF_ALERT,
  ),
  kept(
    '/me/alerts/{id}/calls',
    'What an alert called, and what came of it',
    'Newest first, with the state of each delivery and the outcome of the session.',
    'AlertCalls',
    { ...OF_ALERT, params: paramsOf(CALLS_PARAMS), headers: [], responses: NOT_FOUND },
  ),
  kept(
    '/me/alerts/{id}/figures',
    'The question of an alert since the alert was made, beside before',
    'Cases of all its symbols together and of each: out of sample, and those of the range that was saved.',
    'AlertFigures',
    { ...OF_ALERT, headers: [], responses: NOT_FOUND },
  ),
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
