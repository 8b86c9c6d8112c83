/** What a case of a measurement is. */
import type { GraphqlPlan } from '../bare-graphql.ts';
import type { Journey, SentRequest } from '../journey.ts';
import type { Merchant } from '../merchants.ts';
import type { Product } from '../product.ts';

export interface Prepared<Material> {
  /** What is sent; it travels to the client's process. */
  readonly material: Material;
  /** Whoever signs. */
  readonly merchant?: Merchant;
  /** Whose types, and what is read for which field: then the ceiling is graphql-js. */
  readonly graphql?: GraphqlPlan;
}

export interface RequestCase<Material> {
  readonly goals: readonly Goal[];
  /** Makes what is to be there before anything is measured. */
  readonly prepare: (product: Product) => Promise<Prepared<Material>>;
  /** Of that number; as a method, so that cases of any material stand in one table. */
  journey(material: Material, number: number): Journey;
}

export type Goal =
  /** Of the ceiling that does the same signature and SQL, at 50 connections. */
  | { readonly ofSameSql: number }
  | { readonly perSecond: number }
  /** Of the middle one, at 50 connections. */
  | { readonly p99OverP50: number };

export const evenly: Goal = { p99OverP50: 5 };

/** A request as the merchant's own pages send it. */
export function publicRequest({ slug }: Merchant, path: string, content: object): SentRequest {
  const headers = { 'Content-Type': 'application/json', 'X-Store-Slug': slug, 'X-Environment': 'test' };
  return { method: 'POST', path, headers, body: JSON.stringify(content) };
}
