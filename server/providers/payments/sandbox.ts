/**
 * The sandbox: a payment provider that moves no money. The card number decides the outcome, always the same one.
 * Its memory is a table of its own, written on its own connection like a machine outside would.
 */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { sandboxCharges } from '../../../db/schema/index.ts';
import { type DeclineCode, declineSentences, sandboxCard } from '../../domain/sandbox-cards.ts';
import type { Charge, ChargeOutcome, PaymentProvider } from './provider.ts';

type Row = typeof sandboxCharges.$inferSelect;

/** The sandbox on that database. */
export function sandboxProvider(db: Database): PaymentProvider {
  return {
    name: 'sandbox',
    summarise(card) {
      const known = sandboxCard(card.number);
      return known && { brand: known.brand, last4: card.number.replace(/\D/g, '').slice(-4) };
    },
    async charge({ card, ...charge }, now) {
      const known = sandboxCard(card.number);
      if (!known) throw new Error('The sandbox takes only its own test cards');
      const { outcome } = known;
      return await remember(db, charge, now, {
        status: outcome.kind === 'succeed' ? 'succeeded' : outcome.kind === 'challenge' ? 'requires_action' : 'failed',
        declineCode: outcome.kind === 'decline' ? outcome.code : null,
        cardBrand: known.brand,
        cardLast4: card.number.replace(/\D/g, '').slice(-4),
      });
    },
    async finishChallenge(key, passed) {
      const outcome = passed
        ? { status: 'succeeded' as const, declineCode: null }
        : { status: 'failed' as const, declineCode: 'authentication_failed' };
      const waiting = and(eq(sandboxCharges.key, key), eq(sandboxCharges.status, 'requires_action'));
      await db.update(sandboxCharges).set(outcome).where(waiting);
      return await recall(db, key);
    },
    settle: (charge, now) =>
      remember(db, charge, now, { status: 'failed', declineCode: 'not_attempted', cardBrand: '', cardLast4: '' }),
  };
}

/** Stores a charge unless its key is known already, and gives the outcome of whichever came first. */
async function remember(
  db: Database,
  charge: Omit<Charge, 'card'>,
  now: Date,
  outcome: Pick<Row, 'status' | 'declineCode' | 'cardBrand' | 'cardLast4'>,
): Promise<ChargeOutcome> {
  await db
    .insert(sandboxCharges)
    .values({ key: charge.key, currency: charge.currency, amountMinor: charge.amountMinor, ...outcome, createdAt: now })
    .onConflictDoNothing();
  return await recall(db, charge.key);
}

async function recall(db: Database, key: string): Promise<ChargeOutcome> {
  const [row] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, key));
  if (!row) throw new Error(`The sandbox knows no charge ${key}`);
  const providerPaymentId = `sandbox_${row.key}`;
  if (row.status !== 'failed') return { status: row.status, providerPaymentId };
  const code = (row.declineCode ?? 'card_declined') as DeclineCode;
  return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
}
