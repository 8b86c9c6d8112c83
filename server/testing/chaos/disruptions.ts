/** The disruptions of processes and the database, and their schedule. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './program.ts';
import type { Random } from './random.ts';

/** A period in which something was down, by `performance.now()`. */
export interface Disruption {
  readonly description: string;
  readonly from: number;
  readonly until: number;
}

export interface DisruptionTargets {
  readonly apps: readonly Program[];
  readonly workers: readonly Program[];
  /** Of the database. */
  readonly outages: readonly PlannedDisruption[];
}

export interface PlannedDisruption {
  readonly description: string;
  /** Disrupts something, and restores it after `downMs`. */
  readonly run: (downMs: number) => Promise<void>;
  readonly downMs: readonly [least: number, most: number];
}

/** Reports a process that stopped in the wrong way. */
export type ReportProblem = (problem: string) => void;

export const planKill = (program: Program): PlannedDisruption => ({
  description: `kill -9 ${program.name}`,
  downMs: [200, 3000],
  async run(downMs) {
    await program.kill();
    await sleep(downMs);
    await program.start();
  },
});

const planStop = (program: Program, reportProblem: ReportProblem): PlannedDisruption => ({
  description: `SIGTERM ${program.name}`,
  downMs: [200, 1000],
  async run(downMs) {
    const code = await program.stop();
    if (code !== 0) reportProblem(`${program.name} did not end in order: exit code ${code}`);
    await sleep(downMs);
    await program.start();
  },
});

/** All disruptions of a round in a random order: each process is killed and drained, and each outage happens. */
export const planAllDisruptions = (
  { apps, workers, outages }: DisruptionTargets,
  { reportProblem, random }: { reportProblem: ReportProblem; random: Random },
): readonly PlannedDisruption[] =>
  random.shuffle([
    ...[...apps, ...workers].flatMap((program) => [planKill(program), planStop(program, reportProblem)]),
    ...outages,
  ]);

/** Runs the disruptions in this order at random moments over about `forMs`. Each one ends before the next begins. */
export async function disrupt(
  plan: readonly PlannedDisruption[],
  { random, forMs, log }: { random: Random; forMs: number; log: (line: string) => void },
): Promise<Disruption[]> {
  const disruptions: Disruption[] = [];
  const startedAt = performance.now();
  const intervalMs = forMs / plan.length;
  for (const [index, planned] of plan.entries()) {
    const dueAt = startedAt + intervalMs * (index + random.between(0, 0.6));
    await sleep(Math.max(0, dueAt - performance.now()));
    const from = performance.now();
    await planned.run(random.between(...planned.downMs));
    const until = performance.now();
    disruptions.push({ description: planned.description, from, until });
    const secondsOf = (at: number) => ((at - startedAt) / 1000).toFixed(1).padStart(6);
    log(`${secondsOf(from)} s  ${planned.description.padEnd(30)} up again at ${secondsOf(until)} s`);
  }
  return disruptions;
}
