/**
 * What others write to the console of a server (Next, above all, of a page that failed) in the form of its log, and with no
 * more than the log may know: an error's message may repeat what a buyer typed.
 */
import { stripVTControlCharacters } from 'node:util';
import { maskText } from '#server/domain/mask-text.ts';
import { describeFailure, log } from './log.ts';

const maxSaidLength = 500;

/** From now on warnings and errors of this process's console are lines of its log. What `console.log` says stays as it is. */
export function logConsole(): void {
  console.error = (...said: unknown[]) => log().error(describeSaid(said), 'console');
  console.warn = (...said: unknown[]) => log().warn(describeSaid(said), 'console');
}

function describeSaid(said: readonly unknown[]) {
  const failure = said.find((one): one is Error & { digest?: unknown } => one instanceof Error);
  // The digest is what the page that failed shows, and its reader may quote.
  if (failure)
    return { ...describeFailure(failure), ...(typeof failure.digest === 'string' && { digest: failure.digest }) };
  const text = said.filter((one) => typeof one === 'string').join(' ');
  // Colours are for terminals.
  return { said: maskText(stripVTControlCharacters(text).slice(0, maxSaidLength)) };
}
