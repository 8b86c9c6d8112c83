/** The three in turn, five times. */
import type { Child } from '../children.ts';
import {
  type Latency,
  latencyOf,
  type Memory,
  measureRound,
  memoryOf,
  type ProcessorTime,
  processorTimeOf,
  rounds,
} from '../rounds.ts';
import type { ClientMessage } from './client.ts';
import type { Load, Rate } from './load.ts';

export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

/** Processor time is that of a journey at 50 connections. */
export interface Figures extends ProcessorTime, Memory {
  readonly at50: Latency;
  readonly at1: Latency;
  readonly failed: number;
  readonly firstFailure: string | undefined;
}

const many = { connections: 50, seconds: 1.2 };
const alone = { connections: 1, seconds: 0.4 };
/**
 * As long as the code that serves takes to be compiled for good: just started, a session costs twice what it does after
 * fifteen seconds. A ceiling, which is shorter, is through sooner, and has as long.
 */
const warmUp = { connections: 50, seconds: 15 };

export async function measureInTurns(
  client: Child,
  contenders: readonly Contender[],
  postmasterPid: number,
): Promise<Figures[]> {
  const send = (port: number, how: Omit<Load, 'port'>) => client.ask<Rate>({ port, ...how } satisfies ClientMessage);
  const measure = ({ port, pid }: Contender, how: Omit<Load, 'port'>) =>
    measureRound({ pid, postmasterPid }, () => send(port, how));
  type Measured = Awaited<ReturnType<typeof measure>>;
  for (const { port } of contenders) await send(port, warmUp);
  const measured: { at50: Measured; at1: Measured }[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, contender] of contenders.entries()) {
      measured[place]?.push({ at50: await measure(contender, many), at1: await measure(contender, alone) });
    }
  }
  return contenders.map(({ pid }, place) => {
    const own = measured[place] ?? [];
    const all = own.flatMap(({ at50, at1 }) => [at50, at1]);
    return {
      at50: latencyOf(own.map(({ at50 }) => at50.work)),
      at1: latencyOf(own.map(({ at1 }) => at1.work)),
      ...processorTimeOf(own.map(({ at50 }) => at50)),
      ...memoryOf({ pid, postmasterPid }, all),
      failed: all.reduce((sum, { work }) => sum + work.failed, 0),
      firstFailure: all.find(({ work }) => work.firstFailure)?.work.firstFailure,
    };
  });
}
