/**
 * Statements and transactions, for whoever looks on. Drizzle has no place of its own to hang this up, so that the classes
 * through which it sends everything are wrapped, once, in a process that measures; in any other they stay as they are.
 */
import { PostgresJsPreparedQuery, PostgresJsSession } from 'drizzle-orm/postgres-js';
import { observed } from '#server/platform/observe.ts';

/** A statement's text is that of the program, with placeholders; this much of it tells one from the other. */
const maxTextLength = 2000;

type Execute = (this: { queryString: string }, ...args: unknown[]) => Promise<unknown>;
type Transact = (this: unknown, ...args: unknown[]) => Promise<unknown>;

const kept = globalThis as typeof globalThis & { counterfoilWatchesStatements?: boolean };

/** From now on every statement and transaction of this process is observed. */
export function watchStatements(): void {
  if (kept.counterfoilWatchesStatements) return;
  kept.counterfoilWatchesStatements = true;
  const query = PostgresJsPreparedQuery.prototype as unknown as { execute: Execute };
  const session = PostgresJsSession.prototype as unknown as { transaction: Transact };
  const { execute } = query;
  const { transaction } = session;
  query.execute = function observedExecute(...args) {
    const text = this.queryString;
    const facts = { 'db.query.text': text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text };
    return observed('statement', verbOf(text), () => execute.apply(this, args), { facts });
  };
  session.transaction = function observedTransaction(...args) {
    return observed('transaction', 'transaction', () => transaction.apply(this, args));
  };
}

/** select, insert, update …; of one that begins with `with`, just that. */
const verbOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
