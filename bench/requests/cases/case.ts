/** A case: requests to the service, and goals for the figures. */
import { type Figures, roundTo } from '../../measure.ts';
import { type Goal, memoryGoal, percent } from '../../result.ts';
import type { Begin, SentRequest } from '../journey.ts';
import type { Merchant } from '../merchants.ts';
import type { Product } from '../product.ts';

export interface Prepared {
  readonly begin: Begin;
  /** Of signed requests. */
  readonly publicKey?: string;
  /** Of GraphQL queries. */
  readonly schema?: string;
}

export interface RequestCase {
  /** The documented maximum of statements, beside BEGIN and COMMIT. A run that sends more fails. */
  readonly maxStatements: number;
  /** Beside {@link commonGoals}. */
  readonly goals: readonly EvaluateGoal[];
  readonly prepare: (product: Pick<Product, 'url' | 'db'>) => Promise<Prepared>;
}

/** Judges the figures at 50 connections; `share` is the throughput divided by that of the same SQL. */
type EvaluateGoal = (service: Figures, share: number) => Goal;

export const shareOfSameSql = (min: number): EvaluateGoal => {
  const text = `${percent(min)} of the throughput of the same signature and SQL`;
  return (_, figure) => ({ text, figure, isMet: figure >= min });
};

export const perSecond = (min: number): EvaluateGoal => {
  const text = `${min} per second`;
  return ({ perSecond: { median: figure } }) => ({ text, figure, isMet: figure >= min });
};

const evenly: EvaluateGoal = ({ p50Ms, p99Ms }) => {
  const figure = roundTo(p99Ms.median / p50Ms.median, 1);
  return { text: 'p99 below 5 × p50', figure, isMet: figure < 5 };
};

/** Of all cases. */
export const commonGoals: readonly EvaluateGoal[] = [evenly, ({ peakMib }) => memoryGoal(peakMib)];

/** A request as a store's own checkout sends it. */
export function publicRequest({ slug }: Merchant, path: string, content: object): SentRequest {
  const headers = { 'Content-Type': 'application/json', 'X-Store-Slug': slug, 'X-Environment': 'test' };
  return { method: 'POST', path, headers, body: JSON.stringify(content) };
}
