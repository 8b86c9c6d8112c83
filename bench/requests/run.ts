/**
 * Requests over loopback to the product, with three ceilings in the same run: a bare `node:http` server that sends the same
 * bytes, one that also verifies the same signature and selects and inserts a row in one statement, and one that sends the same
 * statements as the product. `BENCH_SECONDS=1` shortens the rounds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf, latencyOf, measureRound, type Round, rounds, shareOf } from '../measure.ts';
import { percent, type Result, rowOf } from '../result.ts';
import { commonGoals } from './cases/case.ts';
import { type CaseName, cases } from './cases/index.ts';
import { type CeilingPlan, startCeiling } from './ceiling.ts';
import type { Begin } from './journey.ts';
import { load } from './load.ts';
import { type Product, poolSize, startProduct } from './product.ts';
import { record } from './record.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
/** Code that has just started takes twice as long, until it is compiled. */
const warmUpSeconds = 3 * seconds;

const contenders = ['echo', 'one statement', 'same SQL', 'service'] as const;
type Contender = Pick<Product, 'url' | 'pid'>;
type Measured = Awaited<ReturnType<typeof measureAlternately>>['results'][number];

/** Yields the result of each case; throws after a case with failed requests. */
export async function* run(names: readonly CaseName[]): AsyncGenerator<Result> {
  const product = await startProduct();
  try {
    for (const name of names) {
      const { result, failure } = await measureCase(product, name);
      yield result;
      if (failure) throw new Error(`${name}: ${failure}`);
    }
  } finally {
    await product.close();
  }
}

async function measureCase(product: Product, name: CaseName) {
  const { begin, publicKey, schema } = await cases[name].prepare(product);
  const recording = await record(product, begin);
  await product.sql`vacuum analyze`;
  const plan = { recording, databaseUrl: product.database.socketUrl, poolSize, publicKey, schema };
  const start = (kind: CeilingPlan['kind']) => startCeiling({ ...plan, kind });
  const ceilings = [await start('echo'), await start('one statement'), await start('same SQL')];
  try {
    const steps = recording[0];
    const { results, failure } = await measureAlternately(product, [...ceilings, product], steps.length, begin);
    const statements = steps.flatMap(({ units }) => units.flatMap((unit) => unit.statements)).length;
    const { maxStatements } = cases[name];
    const tooMany =
      statements > maxStatements ? `${statements} statements, ${maxStatements} are documented` : undefined;
    return { result: resultOf(name, results, statements), failure: failure ?? tooMany };
  } finally {
    await Promise.all(ceilings.map(({ stop }) => stop()));
  }
}

async function measureAlternately(
  { database }: Product,
  contenders: readonly Contender[],
  steps: number,
  begin: Begin,
) {
  const failures: string[] = [];
  const measure = async ({ url, pid }: Contender, connections: number, duration: number) => {
    const round = await measureRound({ pid, database }, () => load({ url, connections, duration }, steps, begin));
    failures.push(...round.failures);
    // autocannon leaves requests unanswered at the end; the server still works on them.
    await sleep(250);
    return round;
  };
  for (const contender of contenders) await measure(contender, 50, warmUpSeconds);
  const measured = contenders.map(() => ({ many: [] as Round[], alone: [] as Round[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      measured[index]?.many.push(await measure(contender, 50, seconds));
      measured[index]?.alone.push(await measure(contender, 1, seconds / 4));
    }
  }
  const results = measured.map(({ many, alone }, index) => {
    const figures = figuresOf({ pid: contenders[index]?.pid }, many);
    return { ...figures, alone: latencyOf(alone) };
  });
  return { results, failure: failures[0] };
}

function resultOf(name: CaseName, results: readonly Measured[], statements: number): Result {
  const [sameSql, service] = results.slice(-2) as [Measured, Measured];
  const rows = results.map(({ alone, ...figures }, index) => {
    const contender = contenders[index] ?? '';
    const share = contender === 'service' ? '' : percent(shareOf(service, figures));
    const aloneMs = [alone.p50Ms, alone.p95Ms, alone.p99Ms].map(({ median }) => median);
    return {
      ...rowOf({ '50 connections': contender, 'service is': share }, figures),
      'one connection: per second': alone.perSecond.median,
      'p50 / p95 / p99 ms': aloneMs.join(' / '),
    };
  });
  return {
    case: name,
    rows,
    notes: [`Statements of the service: ${statements}. The table has all that PostgreSQL executed, with the worker's.`],
    goals: [...cases[name].goals, ...commonGoals].map((evaluate) => evaluate(service, shareOf(service, sameSql))),
  };
}
