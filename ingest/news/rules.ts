/**
 * A classification without a model, where an operator asks for it: words that are counted. It knows nothing of what news
 * means; its results carry `rules-1` as their classifier, so that nobody takes them for a model's.
 */
import type { Classification } from './prompt.ts';

export const RULES = 'rules-1';

const POSITIVE =
  words(`beat beats beating exceeds exceeded surge surges surged soar soars soared jump jumps jumped rally rallies
  rallied gain gains gained rise rises rose upgrade upgrades upgraded outperform approval approved approves record wins won award
  awarded raises raised boost boosts boosted strong growth profit profitable partnership buyback dividend bullish`);
const NEGATIVE =
  words(`miss misses missed fall falls fell drop drops dropped plunge plunges plunged sink sinks sank slump slumps
  slumped tumble tumbles tumbled downgrade downgrades downgraded underperform lawsuit sued sues probe investigation fraud recall
  recalls recalled cuts cut lowers lowered weak loss losses bankruptcy bankrupt default layoffs hack hacked breach halted delist
  delisted warning warns warned bearish`);

/** Words that make a whole point of impact. */
const PER_POINT = 5;
const MAX = 0.6;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** Never surer than {@link MAX}; news with as many words of the one kind as of the other is neutral. */
export function classifyByRules({ title, summary }: { title: string; summary: string }): Classification {
  let balance = 0;
  for (const [word] of `${title} ${summary}`.toLowerCase().matchAll(/[a-z]+/g)) {
    if (POSITIVE.has(word)) balance++;
    if (NEGATIVE.has(word)) balance--;
  }
  const direction = balance > 0 ? 'positive' : balance < 0 ? 'negative' : 'neutral';
  return { direction, impactScore: Math.min(MAX, Math.abs(balance) / PER_POINT) };
}
