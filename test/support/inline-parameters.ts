/** `/openapi.json` with each reference to a parameter replaced by the parameter. */
// biome-ignore lint/suspicious/noExplicitAny: a body of any shape
export function inlineParameters(description: any): any {
  const found = description.components.parameters;
  const inline = (parameter: { $ref?: string }) =>
    parameter.$ref === undefined ? parameter : found[parameter.$ref.slice('#/components/parameters/'.length)];
  const paths = structuredClone(description.paths);
  for (const item of Object.values<Record<string, { parameters?: object[] }>>(paths)) {
    for (const operation of Object.values(item)) operation.parameters &&= operation.parameters.map(inline);
  }
  return { ...description, paths };
}
