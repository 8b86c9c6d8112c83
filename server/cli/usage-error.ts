import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command that was called wrongly: one line for the person who typed it, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** `parseArgs` of Node, with its refusals turned into a {@link UsageError} of one line. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = 'Bad arguments'] = (error as Error).message.split(/\.\s/);
    throw new UsageError(sentence.replace(/\s+/g, ' '));
  }
}
