/** The three in turn, five times: whatever else the machine does meanwhile, it does to all of them. */

import type { Child } from './children.ts';
import type { ClientMessage } from './client.ts';
import type { Load, Rate } from './load.ts';
import { peakKib, type Used, usedBy, usedByFamily } from './resources.ts';

export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

/** The middle of five rounds, with the least and the most of them. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface Latency {
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p95Ms: Spread;
  readonly p99Ms: Spread;
}

export interface Figures {
  readonly at50: Latency;
  readonly at1: Latency;
  /** Processor time of a journey at 50 connections: of the process, and of all of PostgreSQL's. */
  readonly cpuMs: Spread;
  readonly databaseCpuMs: Spread;
  /** In MiB; what a thousand journeys leave behind may be less than nothing where the memory was cleaned meanwhile. */
  readonly peakMib: number;
  readonly databasePeakMib: number;
  readonly growthMibPerThousand: number;
  readonly databaseGrowthMibPerThousand: number;
  readonly failed: number;
  readonly firstFailure: string | undefined;
}

const rounds = 5;
const many = { connections: 50, seconds: 1.2 };
const alone = { connections: 1, seconds: 0.4 };
/**
 * As long as the code that serves takes to be compiled for good: just started, a session costs twice what it does after
 * fifteen seconds. A ceiling, which is shorter, is through sooner, and has as long.
 */
const warmUp = { connections: 50, seconds: 15 };

interface Measured {
  readonly at50: Rate;
  readonly at1: Rate;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly kib: number;
  readonly databaseKib: number;
}

export async function measureInTurns(
  client: Child,
  contenders: readonly Contender[],
  postmasterPid: number,
): Promise<Figures[]> {
  const send = (port: number, how: Omit<Load, 'port'>) => client.ask<Rate>({ port, ...how } satisfies ClientMessage);
  const warm: { rate: Rate; before: Used | undefined; databaseBefore: Used | undefined }[] = [];
  for (const { port, pid } of contenders) {
    const rate = await send(port, warmUp);
    warm.push({
      rate,
      before: pid === undefined ? undefined : usedBy(pid),
      databaseBefore: usedByFamily(postmasterPid),
    });
  }
  const measured: Measured[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, { port, pid }] of contenders.entries()) {
      const read = () => ({ own: pid === undefined ? undefined : usedBy(pid), database: usedByFamily(postmasterPid) });
      const before = read();
      const at50 = await send(port, many);
      const after = read();
      const at1 = await send(port, alone);
      const ended = read();
      measured[place]?.push({
        at50,
        at1,
        cpuMs: ((after.own?.cpuMs ?? Number.NaN) - (before.own?.cpuMs ?? 0)) / at50.done,
        databaseCpuMs: ((after.database?.cpuMs ?? Number.NaN) - (before.database?.cpuMs ?? 0)) / at50.done,
        kib: ended.own?.kib ?? Number.NaN,
        databaseKib: ended.database?.kib ?? Number.NaN,
      });
    }
  }
  return contenders.map((contender, place) => summaryOf(contender, measured[place] ?? [], warm[place]?.before?.kib));
}

function summaryOf({ pid }: Contender, measured: readonly Measured[], warmKib = Number.NaN): Figures {
  const sum = (of: (each: Measured) => number) => measured.reduce((total, each) => total + of(each), 0);
  const done = sum(({ at50, at1 }) => at50.done + at1.done);
  const [first, last] = [measured[0], measured.at(-1)];
  const growth = (from: number, to: number) => round((to - from) / 1024 / (done / 1000), 2);
  return {
    at50: latencyOf(measured.map(({ at50 }) => at50)),
    at1: latencyOf(measured.map(({ at1 }) => at1)),
    cpuMs: spreadOf(
      measured.map(({ cpuMs }) => cpuMs),
      3,
    ),
    databaseCpuMs: spreadOf(
      measured.map(({ databaseCpuMs }) => databaseCpuMs),
      3,
    ),
    peakMib: round((pid === undefined ? Number.NaN : peakKib(pid)) / 1024, 0),
    databasePeakMib: round(Math.max(...measured.map(({ databaseKib }) => databaseKib)) / 1024, 0),
    growthMibPerThousand: growth(warmKib, last?.kib ?? Number.NaN),
    databaseGrowthMibPerThousand: growth(first?.databaseKib ?? Number.NaN, last?.databaseKib ?? Number.NaN),
    failed: sum(({ at50, at1 }) => at50.failed + at1.failed),
    firstFailure: measured.flatMap(({ at50, at1 }) => [at50.firstFailure, at1.firstFailure]).find(Boolean),
  };
}

function latencyOf(rates: readonly Rate[]): Latency {
  const at = (share: number) =>
    spreadOf(
      rates.map(({ tookMs }) => tookMs.toSorted((a, b) => a - b)[Math.ceil(share * tookMs.length) - 1] ?? Number.NaN),
      2,
    );
  return {
    perSecond: spreadOf(
      rates.map(({ done, seconds }) => done / seconds),
      0,
    ),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

function spreadOf(values: readonly number[], digits: number): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [median, min, max] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  return {
    median: round(median ?? Number.NaN, digits),
    min: round(min ?? Number.NaN, digits),
    max: round(max ?? Number.NaN, digits),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
