/**
 * Finds an edge, checks that it is not look-ahead, charts its cases.
 *
 *   TOKEN=$(cat data/demo-token) npx tsx find-an-edge.ts [API=http://127.0.0.1:3000] [SYMBOL] [edge.html]
 *
 * What makes the answer worth something: the guesses are written down before any is asked, the p values are corrected for
 * their number, the choice is made on the older half of the data, and the newer half, which took no part, has to agree.
 */
import { writeFileSync } from 'node:fs';
import {
  type Condition,
  gap,
  LookAheadError,
  MarketStats,
  odc,
  orb,
  prev,
  type RateAnswer,
  session,
} from '@market-stats/client';

const [baseUrl = 'http://127.0.0.1:3000', wanted, file = 'edge.html'] = process.argv.slice(2);
const market = new MarketStats({ baseUrl, token: process.env['TOKEN'] });

interface Guess {
  readonly name: string;
  readonly when: readonly Condition[];
  readonly then: Condition;
}

// Each outcome begins where its condition is known. A break of the opening range, say, followed by a session that closed
// above its open would count a move that was over when the range broke: nothing looks ahead there, and nothing is won.
const green = odc.session_direction.eq('green');
const range = orb({ orb_minutes: 15 });
const GUESSES: readonly Guess[] = [
  { name: 'a gap below 0.3 % is filled', when: [gap.gap_pct.lt(0.3)], then: gap.filled.eq(true) },
  { name: 'a session that opens with a gap down closes green', when: [gap.direction.eq('down')], then: green },
  { name: 'Mondays close green', when: [session.weekday.eq('Monday')], then: green },
  { name: 'Tuesdays close green', when: [session.weekday.eq('Tuesday')], then: green },
  { name: 'after a red session comes a green one', when: [prev(odc).session_direction.eq('red')], then: green },
  {
    name: 'breaks of a 15-minute opening range hold better upwards',
    when: [range.first_direction.eq('up')],
    then: range.continuation.eq(true),
  },
];

// Two halves of what there is.
const known = (await market.get('/symbols')).data;
const stored = known.find(({ symbol }) => (wanted ? symbol === wanted : true));
if (!stored?.first_bar || !stored.last_bar) throw new Error(`nothing is stored about ${wanted ?? 'any symbol'}`);
const { symbol, first_bar: first, last_bar: last } = stored;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;
const middle = (Date.parse(first) + Date.parse(last)) / 2;
const older = { start_date: dateOf(Date.parse(first)), end_date: dateOf(middle) };
const newer = { start_date: dateOf(middle + DAY_MS), end_date: dateOf(Date.parse(last)) };

const ask = ({ when, then }: Guess, range: typeof older): Promise<RateAnswer> =>
  market.query({ symbol, session: 'exchange', ...range, when, then, limit: 12 });

/** Sessions that the conditions do nothing for: an interval beyond zero, and a p value that survives the number of guesses. */
function stands({ p_value, difference_pct }: RateAnswer, guesses: number): boolean {
  const { low = null, high = null } = difference_pct ?? {};
  return p_value !== null && low !== null && high !== null && p_value * guesses < 0.05 && (low > 0 || high < 0);
}

function shown({ cases, rate_pct, rest, difference_pct, p_value }: RateAnswer): string {
  if (!rest || !difference_pct) return `${rate_pct} % of ${cases}, nothing to compare with`;
  const { value, low, high } = difference_pct;
  return `${rate_pct} % of ${cases} against ${rest.rate_pct} % of ${rest.cases}: ${value} points [${low}, ${high}], p ${p_value}`;
}

console.log(`${symbol}, ${older.start_date} to ${older.end_date}, ${GUESSES.length} guesses:`);
const asked: { guess: Guess; answer: RateAnswer }[] = [];
for (const guess of GUESSES) {
  const answer = await ask(guess, older);
  asked.push({ guess, answer });
  console.log(`  ${guess.name}: ${shown(answer)}`);
}

const best = asked
  .filter(({ answer }) => stands(answer, GUESSES.length))
  .sort((a, b) => (a.answer.p_value ?? 1) - (b.answer.p_value ?? 1))[0];

if (!best) {
  console.log('nothing stands: no edge here. That is an answer, too.');
} else {
  const { guess, answer } = best;
  const again = await ask(guess, newer);
  const held =
    stands(again, 1) && Math.sign(again.difference_pct?.value ?? 0) === Math.sign(answer.difference_pct?.value ?? 0);
  console.log(`chosen: ${guess.name}`);
  console.log(`  ${newer.start_date} to ${newer.end_date}: ${shown(again)}`);
  console.log(
    held ? '  it held on sessions that took no part in the choice' : '  it was NOT confirmed: take it for chance',
  );

  // The service has refused nothing, so nobody had to see the future. What it would have said if they had:
  console.log(
    `  known: ${guess.when.map((one) => `${one} (${one.knownAt})`).join(', ')} -> ${guess.then} (${guess.then.knownAt})`,
  );
  await market.query({ symbol, when: session.close.gt(0), then: guess.then }).catch((error: unknown) => {
    if (!(error instanceof LookAheadError)) throw error;
    console.log(`  refused: ${error.conditions.join()} tells the future`);
  });

  writeFileSync(file, await page(guess, answer, again));
  console.log(`  charts of the newest cases: ${file}`);
}

/** Rates with their intervals, and the newest cases bar by bar. */
async function page({ name, when, then }: Guess, answer: RateAnswer, again: RateAnswer): Promise<string> {
  const cases = [];
  for (const { date, outcome } of again.data) {
    const closes: number[] = [];
    for await (const bar of market.bars({ symbol, session: 'exchange', date, timeframe: '5m' })) closes.push(bar.close);
    cases.push(`<figure>${line(closes, outcome)}<figcaption>${date}: ${outcome ? 'yes' : 'no'}</figcaption></figure>`);
  }
  const rates = [
    ['older half, cases', answer],
    ['older half, the rest', answer.rest],
    ['newer half, cases', again],
    ['newer half, the rest', again.rest],
  ] as const;
  return `<!doctype html><meta charset="utf-8"><title>${escaped(name)}</title>
<style>body{font:15px system-ui;margin:2rem}figure{display:inline-block;margin:.5rem}figcaption{text-align:center}</style>
<h1>${escaped(symbol)}: ${escaped(name)}</h1>
<p><code>${escaped(when.join(';'))}</code> &rarr; <code>${escaped(String(then))}</code></p>
${rates.map(([label, of]) => (of ? bar(label, of.cases, of.rate_pct, of.confidence) : '')).join('\n')}
<h2>The newest cases</h2>
${cases.join('\n')}
`;
}

function bar(label: string, n: number, rate: number | null, { low, high }: RateAnswer['confidence']): string {
  if (rate === null || low === null || high === null) return '';
  return `<div><svg width="400" height="16" role="img"><rect width="${rate * 4}" height="16" fill="#8ab"/>
<line x1="${low * 4}" x2="${high * 4}" y1="8" y2="8" stroke="#024" stroke-width="2"/></svg> ${label}: ${rate} % of ${n}</div>`;
}

function line(values: readonly number[], good: boolean): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const [x, y] = [(i / Math.max(1, values.length - 1)) * 160, 80 - ((value - low) / (high - low || 1)) * 80];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const colour = good ? '#175' : '#b42';
  return `<svg width="160" height="80" role="img"><polyline points="${points.join(' ')}" fill="none" stroke="${colour}"/></svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
