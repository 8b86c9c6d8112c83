/** An export that is streamed: when its first byte comes, and how many rows a second. */
import { summaryOf, type Timing } from './measure.ts';

const mostRounds = 5;
/** A million rows take a minute: one round says enough. */
const longestMs = 30_000;

/** Nothing where there is no such export. */
export async function readExport(address: string, headers: Record<string, string>): Promise<Record<string, Timing>> {
  const [firsts, perThousand]: [number[], number[]] = [[], []];
  const began = performance.now();
  while (firsts.length < mostRounds && performance.now() - began < longestMs) {
    const started = performance.now();
    const response = await fetch(address, { headers, redirect: 'manual' });
    const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv');
    if (response.status !== 200 || !isCsv || !response.body) {
      await response.body?.cancel();
      console.error(`export: there is none (${response.status})`);
      return {};
    }
    let first: number | undefined;
    let rows = -1;
    for await (const part of response.body) {
      first ??= performance.now() - started;
      for (const byte of part) if (byte === 10) rows += 1;
    }
    firsts.push(first ?? Number.NaN);
    perThousand.push((1000 * (performance.now() - started)) / Math.max(1, rows));
  }
  return {
    'export: until the first byte': { ...summaryOf(firsts), n: firsts.length },
    'export: a thousand rows': { ...summaryOf(perThousand), n: firsts.length },
  };
}
