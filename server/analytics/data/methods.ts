/** Payment methods and their success. */
import { count, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { countWhere } from './facts.ts';
import { attemptsIn, type PaymentChoice } from './payments.ts';

export interface MethodFigures {
  /** `card`, or the provider's name for a wallet or bank debit. */
  readonly method: string;
  /** For cards, if the provider has reported it. */
  readonly cardBrand: string | null;
  readonly attempts: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** More methods than any provider has. */
const maxMethods = 200;

/** The attempts in the range by method and card brand, the most frequent first. */
export const listMethods = (tx: Tx, scope: ReadScope, choice: PaymentChoice): Promise<MethodFigures[]> =>
  tx
    .select({
      method: payments.method,
      cardBrand: payments.cardBrand,
      attempts: count(),
      succeeded: countWhere(eq(payments.status, 'succeeded')),
      failed: countWhere(eq(payments.status, 'failed')),
    })
    .from(payments)
    .where(attemptsIn(scope, choice))
    .groupBy(payments.method, payments.cardBrand)
    .orderBy(desc(count()), payments.method, payments.cardBrand)
    .limit(maxMethods);
