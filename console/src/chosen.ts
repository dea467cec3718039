/** Which endpoint of a statistic an address means. */

/** `wanted` is what follows the statistic's name: '' nothing, '/' its own path, the records; else below it. */
export function chosenEndpoint<E extends { readonly path: string }>(
  endpoints: readonly E[],
  base: string,
  wanted: string,
): E {
  const path = wanted === '/' ? base : base + wanted;
  return (
    endpoints.find((endpoint) => wanted !== '' && endpoint.path === path) ??
    endpoints.find((endpoint) => endpoint.path.endsWith('/summary')) ??
    endpoints[0]
  );
}
