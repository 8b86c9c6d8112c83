/**
 * Redirects console output of libraries (mostly Next's page errors) to the log. Error messages are reduced to what the
 * log may contain, since they may repeat a buyer's input.
 */
import { stripVTControlCharacters } from 'node:util';
import { maskText } from '#server/domain/mask-text.ts';
import { describeFailure, log } from './log.ts';

const maxOutputLength = 500;

/** Redirects this process's console warnings and errors to its log. `console.log` stays unchanged. */
export function logConsole(): void {
  console.error = (...output: unknown[]) => log().error(describeOutput(output), 'console');
  console.warn = (...output: unknown[]) => log().warn(describeOutput(output), 'console');
}

function describeOutput(output: readonly unknown[]) {
  const failure = output.find((one): one is Error & { digest?: unknown } => one instanceof Error);
  // The digest is shown on the failed page, so a user may quote it.
  if (failure)
    return { ...describeFailure(failure), ...(typeof failure.digest === 'string' && { digest: failure.digest }) };
  const text = output.filter((one) => typeof one === 'string').join(' ');
  // Colors are for terminals.
  return { output: maskText(stripVTControlCharacters(text).slice(0, maxOutputLength)) };
}
