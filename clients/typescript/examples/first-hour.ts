/**
 * Asks how often the high of the first hour is broken later, and whether a strong close the day before changes that.
 *
 *   TOKEN=$(cat data/demo-token) npx tsx first-hour.ts
 */
import { type components, MarketStats } from '@market-stats/client';

const { API = 'http://127.0.0.1:3000', SYMBOL = 'DEMO-ACME', TOKEN } = process.env;
const market = new MarketStats({ baseUrl: API, token: TOKEN });
const question = {
  symbol: SYMBOL,
  session: 'exchange',
  when: 'prev.trend.close_location>=0.8',
  then: 'ib.broke_high=true',
} as const;

const answer = (await market.get('/query', question)) as components['schemas']['Query'];
console.log(`after a close in the upper fifth: ${answer.rate_pct} % of ${answer.cases} sessions`);
console.log(`after all other sessions: ${answer.rest?.rate_pct} % of ${answer.rest?.cases}`);
console.log(`p value ${answer.p_value}`);

let hits = 0;
for await (const page of market.pages('/query', question)) {
  hits += page.data.filter(({ outcome }) => outcome === true).length;
}
console.log(`${hits} sessions broke it`);
