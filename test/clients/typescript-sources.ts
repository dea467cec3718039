/** `generated/sources.ts` of the TypeScript client. */
import type { DescribedField, DescribedParameter, DescribedSource } from './sources.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const comment = (text: string) => `/** ${text.replaceAll('*/', '* /')} */`;

function field({ name, type, words, knownAt, description }: DescribedField): string {
  const list = words ? `, words: [${words.map(quoted).join(', ')}]` : '';
  return `    ${comment(description)}\n    ${name}: { type: ${quoted(type)}, knownAt: ${quoted(knownAt)}${list} },\n`;
}

function typeOf({ type, words }: DescribedParameter): string {
  if (words) return words.map(quoted).join(' | ');
  return type === 'integer' ? 'number' : type;
}

function parameter(one: DescribedParameter): string {
  return `  ${comment(one.description)}\n  readonly ${one.name}: ${typeOf(one)};\n`;
}

function source({ name, title, description, many, fields, parameters, existsKnownAt }: DescribedSource): string {
  const infos = `{\n${fields.map(field).join('')}  }`;
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Parameters`;
  const lines = [];
  if (parameters.length > 0) {
    lines.push(`export type ${typeName} = {\n${parameters.map(parameter).join('')}};\n`);
  }
  lines.push(comment(`${title}. ${description}`));
  const made = many
    ? `recordsSource(${quoted(name)}, ${name}Fields)`
    : `sessionSource(${quoted(name)}, ${name}Fields, ${quoted(existsKnownAt)})`;
  const kind = many ? `RecordsSource<${quoted(name)}, typeof ${name}Fields` : `SessionSource<typeof ${name}Fields`;
  const type = `${kind}, ${parameters.length > 0 ? typeName : 'Record<never, never>'}>`;
  const constant = `const ${name}Fields = ${infos.replaceAll('\n    ', '\n  ').replace(/\n {2}\}$/, '\n}')} as const;\n`;
  return `${constant}\n${lines.join('\n')}\nexport const ${name}: ${type} = ${made};\n`;
}

export function typescriptSources(sources: readonly DescribedSource[], madeBy: string): string {
  const imports =
    "import { type RecordsSource, recordsSource, type SessionSource, sessionSource } from '../question.ts';";
  return `/** ${madeBy} */\n${imports}\n\n${sources.map(source).join('\n')}`;
}
