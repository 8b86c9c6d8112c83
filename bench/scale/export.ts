/** The export of orders as CSV: the time to the first byte, and the time per 1,000 rows. */
import { figuresOf, latencyOf, measureRound, type Round, rounds, type Subject, type Work } from '../measure.ts';

/** A million rows take a minute. */
const maxMs = 30_000;

export async function measureExport(subject: Subject, url: string, headers: Record<string, string>) {
  const firstBytes: Work[] = [];
  const measured: Round[] = [];
  const read = async (): Promise<Work> => {
    const startedAt = performance.now();
    const response = await fetch(url, { headers, redirect: 'manual' });
    if (!response.headers.get('Content-Type')?.startsWith('text/csv')) throw new Error(`export: ${response.status}`);
    let rows = -1;
    let firstMs: number | undefined;
    for await (const part of response.body ?? []) {
      firstMs ??= performance.now() - startedAt;
      for (const byte of part) if (byte === 10) rows += 1;
    }
    const ms = performance.now() - startedAt;
    firstBytes.push({ done: 1, seconds: ms / 1000, tookMs: [firstMs ?? Number.NaN] });
    return { done: rows / 1000, seconds: ms / 1000, tookMs: [(1000 * ms) / rows] };
  };
  const startedAt = performance.now();
  while (measured.length < rounds && performance.now() - startedAt < maxMs) {
    measured.push(await measureRound(subject, read));
  }
  return { 'export: first byte': latencyOf(firstBytes), 'export: 1,000 rows': figuresOf(subject, measured) };
}
