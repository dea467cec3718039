import { counter } from '../../lib/metrics.ts';

export const requestsTotal = counter('classifier_requests_total', 'Requests to the classifier by outcome', ['outcome']);
export const tokensTotal = counter('classifier_tokens_total', 'Tokens of requests to the classifier');
export const classifiedTotal = counter('news_classified_total', 'News that was classified and handed to landing', [
  'by',
]);
