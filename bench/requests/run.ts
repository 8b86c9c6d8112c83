/**
 * Requests: the product as `npm start` starts it, asked over loopback from another process, beside its ceilings in the same
 * run: a bare `node:http` that sends the same bytes, and one that checks the same signature and sends the same statements.
 */
import { type Child, startChild } from '../children.ts';
import type { BarePlan } from './bare.ts';
import type { Goal } from './cases/case.ts';
import { type CaseName, cases } from './cases/index.ts';
import { type Product, pool, startProduct } from './product.ts';
import { record } from './record.ts';
import { type Contender, type Figures, measureInTurns } from './rounds.ts';
import { tableOf } from './table.ts';

export interface MetGoal {
  readonly says: string;
  readonly figure: number;
  readonly isMet: boolean;
}

export interface CaseFigures {
  readonly case: CaseName;
  readonly statements: number;
  readonly echo: Figures;
  readonly sameSql: Figures;
  readonly service: Figures;
  /** Journeys a second at 50 connections, of the ceilings'. */
  readonly ofEcho: number;
  readonly ofSameSql: number;
  readonly goals: readonly MetGoal[];
}

/** Measures those cases on one product; throws where an answer was none. */
export async function measureRequests(names: readonly CaseName[], tell: (figures: CaseFigures) => void): Promise<void> {
  const product = await startProduct();
  try {
    for (const name of names) {
      const figures = await measureCase(product, name);
      console.error(`${tableOf(figures)}\n`);
      tell(figures);
      for (const who of ['service', 'sameSql', 'echo'] as const) {
        const { failed, firstFailure } = figures[who];
        if (failed > 0) throw new Error(`${name}, ${who}: ${failed} failed, the first with ${firstFailure}`);
      }
    }
  } finally {
    await product.close();
  }
}

async function measureCase(product: Product, name: CaseName): Promise<CaseFigures> {
  const measured = cases[name];
  const { material, merchant, graphql } = await measured.prepare(product);
  const steps = await record(product, () => measured.journey(material, 0));
  await product.sql`vacuum analyze`;
  const children: Child[] = [];
  const start = (program: 'bare.ts' | 'client.ts'): Child => {
    const child = startChild(new URL(program, import.meta.url));
    children.push(child);
    return child;
  };
  const startBare = async (kind: BarePlan['kind']): Promise<Contender> => {
    const child = start('bare.ts');
    const plan: BarePlan = { kind, steps, url: product.databaseUrl, pool, publicKey: merchant?.publicKey, graphql };
    return { name: kind, pid: child.pid, ...(await child.ask<{ port: number }>(plan)) };
  };
  try {
    const contenders = [
      await startBare('echo'),
      await startBare('same-sql'),
      { name: 'service', port: product.port, pid: product.servicePid },
    ];
    const client = start('client.ts');
    await client.ask({ name, material });
    const [echo, sameSql, service] = (await measureInTurns(client, contenders, product.postmasterPid)) as [
      Figures,
      Figures,
      Figures,
    ];
    const shareOf = (ceiling: Figures) =>
      Math.round((100 * service.at50.perSecond.median) / ceiling.at50.perSecond.median) / 100;
    const [ofEcho, ofSameSql] = [shareOf(echo), shareOf(sameSql)];
    const statements = steps.flatMap(({ units }) => units.flatMap((unit) => unit.statements)).length;
    const judged = measured.goals.map((goal) => judge(goal, service, ofSameSql));
    return { case: name, statements, ofEcho, ofSameSql, goals: judged, service, sameSql, echo };
  } finally {
    await Promise.all(children.map(({ stop }) => stop()));
  }
}

function judge(goal: Goal, { at50 }: Figures, ofSameSql: number): MetGoal {
  if ('ofSameSql' in goal) {
    const says = `${100 * goal.ofSameSql} % of the same signature and SQL`;
    return { says, figure: ofSameSql, isMet: ofSameSql >= goal.ofSameSql };
  }
  if ('perSecond' in goal) {
    const figure = at50.perSecond.median;
    return { says: `${goal.perSecond} a second`, figure, isMet: figure >= goal.perSecond };
  }
  const figure = Math.round((10 * at50.p99Ms.median) / at50.p50Ms.median) / 10;
  return { says: `p99 below ${goal.p99OverP50} × p50 at 50 connections`, figure, isMet: figure < goal.p99OverP50 };
}
