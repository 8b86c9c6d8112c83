/** What a case of a measurement is. */
import type { GraphqlPlan } from '../bare-graphql.ts';
import type { Journey } from '../journey.ts';
import type { Product } from '../product.ts';

export interface Prepared<Material> {
  /** What is sent; it travels to the client's process. */
  readonly material: Material;
  /** Of whoever signs. */
  readonly publicKey?: string;
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
