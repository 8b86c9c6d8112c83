/** The disruptions of processes and the database, and their schedule. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedDatabase } from '#db/embedded.ts';
import type { Program } from './program.ts';
import type { Random } from './random.ts';

/** A period in which something was down, by `performance.now()`. */
export interface Disruption {
  readonly what: string;
  readonly from: number;
  readonly until: number;
}

export interface Disrupted {
  readonly apps: readonly Program[];
  readonly workers: readonly Program[];
  readonly database: Pick<EmbeddedDatabase, 'interrupt' | 'restart'>;
}

interface Deed {
  readonly what: string;
  /** Disrupts something, and restores it after `downMs`. */
  readonly run: (downMs: number) => Promise<void>;
  readonly downMs: readonly [least: number, most: number];
}

/** Reports a process that stopped in the wrong way. */
export type Complain = (problem: string) => void;

const killing = (program: Program): Deed => ({
  what: `kill -9 ${program.name}`,
  downMs: [200, 3000],
  async run(downMs) {
    await program.kill();
    await sleep(downMs);
    await program.start();
  },
});

const draining = (program: Program, complain: Complain): Deed => ({
  what: `SIGTERM ${program.name}`,
  downMs: [200, 1000],
  async run(downMs) {
    const code = await program.stop();
    if (code !== 0) complain(`${program.name} did not end in order: exit code ${code}`);
    await sleep(downMs);
    await program.start();
  },
});

const interrupting = (database: Disrupted['database'], signal: 'SIGINT' | 'SIGQUIT', downMs: Deed['downMs']): Deed => ({
  what: signal === 'SIGINT' ? 'database stopped (fast)' : 'database stopped (immediate)',
  downMs,
  async run(downFor) {
    await database.interrupt(signal);
    await sleep(downFor);
    await database.restart();
  },
});

/**
 * All disruptions of a round in a random order: each process is killed and drained, and the database is stopped in both
 * ways and for longer.
 */
export const wholeRound = (
  { apps, workers, database }: Disrupted,
  { complain, random }: { complain: Complain; random: Random },
): readonly Deed[] =>
  random.shuffle([
    ...[...apps, ...workers].flatMap((program) => [killing(program), draining(program, complain)]),
    interrupting(database, 'SIGINT', [500, 3000]),
    interrupting(database, 'SIGQUIT', [500, 3000]),
    interrupting(database, 'SIGINT', [8000, 15_000]),
  ]);

/** Runs the disruptions in this order at random moments over about `forMs`. Each one ends before the next begins. */
export async function disrupt(
  deeds: readonly Deed[],
  { random, forMs, tell }: { random: Random; forMs: number; tell: (line: string) => void },
): Promise<Disruption[]> {
  const done: Disruption[] = [];
  const begunAt = performance.now();
  const eachMs = forMs / deeds.length;
  for (const [place, deed] of deeds.entries()) {
    const dueAt = begunAt + eachMs * (place + random.between(0, 0.6));
    await sleep(Math.max(0, dueAt - performance.now()));
    const from = performance.now();
    await deed.run(random.between(...deed.downMs));
    const until = performance.now();
    done.push({ what: deed.what, from, until });
    const second = (at: number) => ((at - begunAt) / 1000).toFixed(1).padStart(6);
    tell(`${second(from)} s  ${deed.what.padEnd(30)} up again at ${second(until)} s`);
  }
  return done;
}
