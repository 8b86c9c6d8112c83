/** Sorts the log lines of all processes into those that an outage explains and the rest. */
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import type { Disruption } from './disruptions.ts';
import type { OutputLine } from './program.ts';

/** Errors caused by a database outage may follow this much later, because queued work fails with a delay. */
const aftermathMs = 20_000;

export interface LogSummary {
  /** The number of lines of each kind during or after an outage that explains them. */
  readonly explained: Readonly<Record<string, number>>;
  readonly unexplained: Readonly<Record<string, number>>;
}

/**
 * Counts the log lines that report errors, by kind. Lines that are not JSON (a stack, for example) are counted as they
 * are.
 */
export function summarize(lines: readonly OutputLine[], disruptions: readonly Disruption[]): LogSummary {
  const outages = disruptions.filter(({ description }) => description.startsWith('database'));
  const isExplained = (at: number) => outages.some(({ from, until }) => at >= from && at <= until + aftermathMs);
  const summary = { explained: {} as Record<string, number>, unexplained: {} as Record<string, number> };
  for (const { program, at, line } of lines) {
    const entry = readEntry(line);
    if (!entry) continue;
    const kind = `${program.replace(/ \d+$/, '')}: ${entry.kind}`;
    const counts = entry.isOutage && isExplained(at) ? summary.explained : summary.unexplained;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return summary;
}

const harmless = /^(Worker running|listening on|\s*$)/;

function readEntry(line: string): { kind: string; isOutage: boolean } | undefined {
  if (!line.startsWith('{')) return harmless.test(line) ? undefined : { kind: line.slice(0, 200), isOutage: false };
  const { level, msg, error, code, reason, job, pump } = JSON.parse(line) as Record<
    string,
    string | number | undefined
  >;
  if (typeof level !== 'number' || level < 50) return undefined;
  const kind = [msg, job ?? pump, error, code, reason]
    .filter(Boolean)
    .join(' · ')
    .replace(/ \(Queue: .*\)$/, '');
  const failure = Object.assign(new Error(String(reason)), { code: code ?? codeIn(`${error} ${reason}`) });
  return { kind: kind.slice(0, 200), isOutage: isUnavailable(failure) };
}

/** The job queue's errors have no code of their own. */
const codeIn = (text: string): string | undefined => {
  if (/terminat|shutting down|starting up|recovery mode|not yet accepting/i.test(text)) return '57P01';
  return /ECONNREFUSED|ECONNRESET|EPIPE/.exec(text)?.[0];
};
