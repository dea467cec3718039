/** By name: the package does not tell its errors' classes to modules of our kind. */
const AWAY = new Set([
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSGroupCoordinatorNotFound',
]);

/** Whether a failure may pass by itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { retriable, cause } = error as Error & { retriable?: boolean };
  if (AWAY.has(error.name)) return true;
  if (error.name === 'KafkaJSProtocolError' && retriable) return true;
  return cause !== undefined && cause !== error && isAway(cause);
}
