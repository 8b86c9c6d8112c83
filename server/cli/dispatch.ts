/** Finds the command that the arguments name, and runs it or prints its help. */
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The commands by name. Loaded on demand: most commands do not need the web server. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/**
 * Runs the command that the arguments name. `program` is how to call it, for `help`. Throws the command's errors, and a
 * {@link UsageError} for an unknown command.
 */
export async function dispatch(args: string[], commands: Commands, program: string): Promise<void> {
  const { name, rest } = findCommand(args, commands);
  if (name === null) return printHelp(commands, program);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`Unknown command '${name}'; 'help' lists them`);
  const command = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    const details = command.details === undefined ? '' : `\n\n${command.details}`;
    return console.log(`counterfoil ${command.usage}\n\n${command.summary}${details}`);
  }
  await command.run(rest);
}

/** A command's name has one or two words. Null: help was requested. */
function findCommand(args: string[], all: Commands): { name: string | null; rest: string[] } {
  const [first, second] = args;
  if (first === undefined || ['help', '--help', '-h'].includes(first)) return { name: null, rest: [] };
  const pair = `${first} ${second}`;
  if (Object.hasOwn(all, pair)) return { name: pair, rest: args.slice(2) };
  const isHalf = Object.keys(all).some((name) => name.startsWith(`${first} `));
  return isHalf && second !== undefined ? { name: pair, rest: [] } : { name: first, rest: args.slice(1) };
}

async function printHelp(all: Commands, program: string) {
  console.log(`Usage: ${program}\n`);
  for (const load of Object.values(all)) {
    const { usage, summary } = await load();
    console.log(`  ${usage}\n      ${summary}`);
  }
}
