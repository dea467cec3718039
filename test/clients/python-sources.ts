/** `_sources.py` of the Python client. */
import type { DescribedField, DescribedParameter, DescribedSource } from './sources.ts';

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
/** Between the quotes of a docstring, whose last character is no quote. */
const prose = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', "'");
const className = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const literal = (words: readonly string[]) => `Literal[${words.map(quoted).join(', ')}]`;

function fieldType({ type, words }: DescribedField, result: string): string {
  switch (type) {
    case 'number':
    case 'integer':
      return `NumberField[${result}]`;
    case 'date':
      return `OrderedField[Date, ${result}]`;
    case 'timestamp':
      return `OrderedField[Time, ${result}]`;
    case 'boolean':
      return `Field[bool, ${result}]`;
    default:
      return `Field[${words ? literal(words) : 'str'}, ${result}]`;
  }
}

function field(one: DescribedField, result: string): string {
  const type = fieldType(one, result);
  const kind = type.slice(0, type.indexOf('['));
  return `
    @property
    def ${one.name}(self) -> ${type}:
        """${prose(one.description)}"""
        return ${kind}(*self._field(${quoted(one.name)}, ${quoted(one.knownAt)}))
`;
}

const PARAMETER_TYPES = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' } as const;

function parameterType({ type, words }: DescribedParameter): string {
  return words ? literal(words) : PARAMETER_TYPES[type];
}

function call(name: string, parameters: readonly DescribedParameter[]): string {
  if (parameters.length === 0) return '';
  const taken = parameters.map((one) => `        ${one.name}: ${parameterType(one)} | None = None,\n`).join('');
  const told = parameters.map((one) => `        :param ${one.name}: ${prose(one.description)}\n`).join('');
  const given = parameters.map((one) => `                ${quoted(one.name)}: ${one.name},\n`).join('');
  return `
    def __call__(
        self,
        *,
${taken}    ) -> ${className(name)}:
        """With these parameters; None leaves one out.

${told}        """
        return self._with(
            {
${given}            }
        )
`;
}

function source({ name, title, description, many, fields, parameters, existsKnownAt }: DescribedSource): string {
  const base = many ? `RecordsSource[Literal[${quoted(name)}]]` : 'SessionSource';
  const result = many ? `RecordTest[Literal[${quoted(name)}]]` : 'Condition';
  const known = many ? '' : `    _exists_known_at = ${quoted(existsKnownAt)}\n`;
  return `
class ${className(name)}(${base}):
    """${prose(`${title}. ${description}`)}"""

    __slots__ = ()
    _name = ${quoted(name)}
${known}${call(name, parameters)}${fields.map((one) => field(one, result)).join('')}

${name} = ${className(name)}()
`;
}

export function pythonSources(sources: readonly DescribedSource[], madeBy: string): string {
  const names = sources.map(({ name }) => name);
  return `"""${madeBy}"""

# ruff: noqa: E501
from __future__ import annotations

from typing import Literal

from ._question import (
    Condition,
    Date,
    Field,
    NumberField,
    OrderedField,
    RecordsSource,
    RecordTest,
    SessionSource,
    Time,
)

${sources.map(source).join('\n')}
__all__ = [
${[...names]
  .sort()
  .map((name) => `    ${quoted(name)},\n`)
  .join('')}]
`;
}
