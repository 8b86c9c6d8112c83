import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Wrong usage of a command: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Node's `parseArgs`, with its errors as a {@link UsageError} of one line. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = 'Bad arguments'] = (error as Error).message.split(/\.\s/);
    throw new UsageError(sentence.replace(/\s+/g, ' '));
  }
}
