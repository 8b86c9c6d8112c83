/** An export that is streamed: when its first byte comes, and how long a thousand rows take. */
import { measureRound, processorTimeOf, type Round, rounds, type Work, type Workers } from '../rounds.ts';
import { type Timing, timingOf } from './measure.ts';

/** A million rows take a minute: one round says enough. */
const maxMs = 30_000;

/** Nothing where there is no such export. */
export async function readExport(
  workers: Workers,
  address: string,
  headers: Record<string, string>,
): Promise<Record<string, Timing>> {
  const firsts: Work[] = [];
  const thousands: Round[] = [];
  const began = performance.now();
  while (thousands.length < rounds && performance.now() - began < maxMs) {
    const response = await fetch(address, { headers, redirect: 'manual' });
    const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv');
    await response.body?.cancel();
    if (response.status !== 200 || !isCsv) {
      console.error(`export: there is none (${response.status})`);
      return {};
    }
    thousands.push(await measureRound(workers, () => readOne(address, headers, firsts)));
  }
  return {
    'export: until the first byte': timingOf(firsts),
    'export: a thousand rows': { ...timingOf(thousands.map(({ work }) => work)), ...processorTimeOf(thousands) },
  };
}

async function readOne(address: string, headers: Record<string, string>, firsts: Work[]): Promise<Work> {
  const started = performance.now();
  const response = await fetch(address, { headers, redirect: 'manual' });
  let first: number | undefined;
  let rows = -1;
  for await (const part of response.body ?? []) {
    first ??= performance.now() - started;
    for (const byte of part) if (byte === 10) rows += 1;
  }
  const ms = performance.now() - started;
  firsts.push({ done: 1, seconds: ms / 1000, tookMs: [first ?? Number.NaN] });
  const done = Math.max(1, rows) / 1000;
  return { done, seconds: ms / 1000, tookMs: [ms / done] };
}
