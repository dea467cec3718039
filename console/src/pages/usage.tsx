/** The account's limits and what is left of them. This page costs no request. */
import { useAccount } from '../core/account.ts';
import { useAnswer, usePolling } from '../core/answer.ts';
import type { Limit, Usage } from '../core/api.ts';
import { label, number, PLAN_NAMES, time } from '../core/format.ts';
import { useZone } from '../core/settings.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Grid } from '../parts/scroll.tsx';
import { Answered } from '../parts/states.tsx';

const ROWS = ['History', 'Per minute', 'Per day', 'Own dates', 'Own times', 'Direct API'];
const PLANS = [
  ['free', '365 days', '10', '500', 'no', 'no', 'no'],
  ['pro_web', 'all', '60', '5,000', 'yes', 'yes', 'per account'],
  ['pro_api', 'all', '300', '50,000', 'yes', 'yes', 'yes'],
] as const;

export function UsagePage() {
  const { usage } = useAccount();
  const round = usePolling(10_000);
  const asking = useAnswer<Usage>('/me/usage', {}, { freshMs: 0, round });
  return (
    <>
      <PageHead title="Usage">
        {usage.account.name}, plan <strong>{PLAN_NAMES[usage.account.plan]}</strong>. Refreshed every ten seconds; this
        page costs no request.
      </PageHead>
      <Answered asking={asking}>
        {({ account, rate_limits }) => (
          <section class="result" aria-label="Limits">
            <ul class="tiles">
              <LimitTile name="Questions this minute" limit={rate_limits.minute} />
              <LimitTile name="Questions today" limit={rate_limits.day} />
            </ul>
            <section class="card">
              <h2>Permissions of the account</h2>
              <dl class="figures">
                <div>
                  <dt>History</dt>
                  <dd>
                    {account.history_days === null
                      ? 'all that is stored'
                      : `the last ${number(account.history_days)} days`}
                  </dd>
                </div>
                <div>
                  <dt>Direct API</dt>
                  <dd>{account.direct_api ? 'yes' : 'no: the console alone'}</dd>
                </div>
                <div>
                  <dt>Features</dt>
                  <dd>
                    {account.features.map((feature) => label(feature).toLowerCase()).join(', ') ||
                      'none beyond the standard ones'}
                  </dd>
                </div>
              </dl>
            </section>
          </section>
        )}
      </Answered>
      <section class="card plans" aria-label="Plans">
        <h2>Plans</h2>
        <Grid name="Plans" kind="admin" heads={['', ...PLANS.map(([plan]) => PLAN_NAMES[plan])]}>
          {ROWS.map((row, i) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {PLANS.map(([plan, ...cells]) => (
                <td key={plan} aria-current={plan === usage.account.plan ? 'true' : undefined}>
                  {cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </Grid>
      </section>
    </>
  );
}

function LimitTile({ name, limit: { limit, used, remaining, reset_at } }: { name: string; limit: Limit }) {
  const chosen = useZone();
  return (
    <li class="tile">
      <span class="tile-label">{name}</span>
      <span class="tile-value">
        {number(remaining)} <small>left</small>
      </span>
      <meter min={0} max={limit} value={remaining} low={limit * 0.2} aria-label={`${name}: left`} />
      <span class="tile-foot">
        <small>
          {number(used)} of {number(limit)} used
        </small>{' '}
        <small>resets {time(reset_at, chosen)}</small>
      </span>
    </li>
  );
}
