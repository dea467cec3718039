/** Turns a declared command into a command of Commander. */
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { type Command as Declared, optionOf } from '../operations/commands.ts';

type Arguments = Record<string, unknown>;

/** Returns the schema of the text that the command line sends. */
function inputOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return inputOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return inputOf(schema.in);
  return schema instanceof z.ZodUnion ? inputOf(schema.options[0]) : schema;
}

function optionFor(name: string, schema: z.ZodType): Option {
  const input = inputOf(schema);
  const isFlag = input instanceof z.ZodBoolean;
  const isNegated = input instanceof z.ZodLiteral && input.value === false;
  const flags = isNegated ? optionOf(name).replace('--', '--no-') : optionOf(name);
  const option = new Option(isFlag || isNegated ? flags : `${flags} <value>`, schema.description);
  if (input instanceof z.ZodArray) option.argParser((text: string, before: string[] = []) => [...before, text]);
  return option.makeOptionMandatory(!isFlag && !schema.isOptional());
}

/** Defines a command; `act` gets the given arguments, by their names. */
export function define(command: Command, declared: Declared, act: (options: Arguments) => Promise<void>): Command {
  const args = declared.args.shape as Record<string, z.ZodType>;
  command.description(declared.description);
  if (declared.places) command.arguments(declared.places);
  const places = command.registeredArguments.map((argument) => argument.name());
  for (const [i, name] of places.entries()) command.registeredArguments[i].description = args[name]?.description ?? '';
  for (const [name, schema] of Object.entries(args))
    if (!places.includes(name)) command.addOption(optionFor(name, schema));
  return command.action(() => {
    const options = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) !== 'default');
    const placed = places.map((name, i) => [name, command.processedArgs[i]] as const);
    // An empty list of ids is left out: the command then selects by its other arguments.
    const named = placed.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
    return act(Object.fromEntries([...named, ...options]));
  });
}
