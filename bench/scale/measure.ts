/** How long one thing takes, again and again, one at a time. */

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
const mostPatientMs = 180_000;

/** Times `ask`, after a few times that do not count. What is prepared before each is not timed. */
export async function time<Prepared>(
  prepare: (round: number) => Prepared,
  ask: (prepared: Prepared) => Promise<unknown>,
): Promise<Timing> {
  const took: number[] = [];
  const started = performance.now();
  for (let round = -warmUps; round < rounds; round += 1) {
    const prepared = prepare(round + warmUps);
    const from = performance.now();
    await ask(prepared);
    if (round >= 0) took.push(performance.now() - from);
    const spent = performance.now() - started;
    if ((spent > mostMs && took.length >= fewest) || (spent > mostPatientMs && took.length > 0)) break;
  }
  return { ...summaryOf(took), n: took.length };
}

/** The middle of those, and what all but one in twenty stay below. */
export function summaryOf(took: readonly number[]): { p50Ms: number; p95Ms: number } {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)) / 10;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
