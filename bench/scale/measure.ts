/** How long the same thing takes in several stores, again and again, one at a time. */

export interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly n: number;
}

const rounds = 40;
const warmUps = 5;
/** What takes seconds each time is asked less often; but no less than so many times. */
const mostMs = 60_000;
const fewest = 30;
/** What takes longer than this is not asked thirty times on any machine. */
const mostPatientMs = 240_000;

/** One thing that is asked of one store. What `prepare` does is not timed. */
export interface Ask<Prepared> {
  readonly prepare: () => Prepared;
  readonly ask: (prepared: Prepared) => Promise<unknown>;
}

/**
 * Times each, after a few times that do not count. They take turns, so that what else the machine does, and what it
 * has warmed up to by then, is the same for all.
 */
export async function timeInTurns<Prepared>(asks: readonly Ask<Prepared>[]): Promise<Timing[]> {
  const took: number[][] = asks.map(() => []);
  const started = performance.now();
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [place, { prepare, ask }] of asks.entries()) {
      const prepared = prepare();
      const from = performance.now();
      await ask(prepared);
      if (round >= 0) took[place]?.push(performance.now() - from);
    }
    const spent = performance.now() - started;
    if ((spent > mostMs && round + 1 >= fewest) || (spent > mostPatientMs && round >= 0)) break;
  }
  return took.map((each) => ({ ...summaryOf(each), n: each.length }));
}

/** The middle of those, and what all but one in twenty stay below. */
export function summaryOf(took: readonly number[]): { p50Ms: number; p95Ms: number } {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)) / 10;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
