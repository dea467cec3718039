/** `/llms.txt`: the service in short, for language models and whoever reads text. */
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { basePath } from '../routes.ts';
import { docPaths } from './doc.ts';
import { ASKED_UNTIL, TASKS } from './tasks.ts';

export function llmsText(statistics: readonly Statistic[]): string {
  const listed = statistics.map(
    (one) => `- [${one.title}](${docPaths(one)[0]}): ${one.description} Endpoints below \`${basePath(one)}\`.`,
  );
  const tasks = TASKS.map(
    ({ question, sentence, code3 }) => `### ${question}\n\n\`\`\`sh\n${code3.curl}\n\`\`\`\n\n${sentence}`,
  );
  return `# Market statistics

> How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news; and any
> condition over all of them at once. Read only, but for what an account keeps below /me.

Figures are read by GET with \`Authorization: Bearer <token>\`. Answers are JSON; lists also come as CSV (\`format=csv\`) and
Arrow (\`format=arrow\`), and page by \`limit\` and \`cursor\` (\`metadata.next_cursor\`). Times are ISO 8601 in UTC, percentages 0
to 100, null means that there is no value. \`metadata.warnings\` says what to know before believing the figures;
\`confidence\` has 95 % intervals. 422 lists all that is wrong with the parameters; 429 says when to come back (\`Retry-After\`).

## Start here

- [/openapi.json](/openapi.json): every endpoint, parameter, field and header
- [/docs](/docs): the same as a page, by task and by statistic
- [/stats](/stats): the statistics and their endpoints
- /symbols: what is stored. /me/usage: the account and its limits. /today: the latest session of symbols
- Ranges: \`time_window\` 1M, 3M, 6M, 12M, 24M, 5Y, YTD or MAX, ending at \`end_date\` (default: the latest session), or
  \`start_date\`. \`session=exchange\` is 09:30 to 16:00 New York for equities and ETFs. \`timeframe\` 1m to 1W (1h or 1H)

## Statistics

${listed.join('\n')}

## Questions over all of them

\`/query\` and \`/query/scan\`: \`when\` holds conditions \`[prevN.]statistic[parameters].field<operator>value\` joined by \`;\`
(operators \`= != < <= > >= :a..b :a|b|c =null\`), \`then\` one condition (its rate is answered, beside the rate of all other
sessions, with an interval of the difference and a p value) or one numeric field (its distribution). Conditions that are
known only after the outcome are refused.

## Tasks

Each was asked of the demo market as of ${ASKED_UNTIL}; its prices are generated, no market's.

${tasks.join('\n\n')}
`;
}
