/**
 * The sandbox: a payment provider that moves no money. The card number determines the outcome. Its state is in tables
 * of its own, written on a separate connection like an external machine's.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { sandboxCharges, sandboxMethods } from '#db/schema/index.ts';
import { type DeclineCode, declineSentences } from '#server/domain/declines.ts';
import {
  cardDigits,
  challengeMs,
  isCvcOf,
  processingMs,
  type SandboxCard,
  type SandboxOutcome,
  sandboxCard,
  sandboxOutcome,
  slowMs,
} from '../rules/sandbox-cards.ts';
import type { Card, Charge, ChargeOutcome, ChargeReference, PaymentProvider } from './provider.ts';
import { refundInSandbox } from './sandbox-refunds.ts';

type Row = typeof sandboxCharges.$inferSelect;
type SavedCard = Omit<Card, 'cvc'> & { readonly cvc?: string };
type Beginning = Pick<Row, 'status' | 'declineCode' | 'settlesAt' | 'settledDeclineCode'>;

export interface SandboxOptions {
  /** Waits, for slow cards. */
  readonly wait?: (delayMs: number) => Promise<unknown>;
  /** Never answers, for cards whose answer is lost. */
  readonly silence?: () => Promise<never>;
}

const neverAnswer = (): Promise<never> => new Promise(() => {});

export function sandboxProvider(
  db: Database,
  { wait = sleep, silence = neverAnswer }: SandboxOptions = {},
): PaymentProvider {
  return {
    name: 'sandbox',
    summarize(card) {
      const known = sandboxCard(card.number);
      const { expiryMonth, expiryYear } = card;
      return known && { type: 'card', brand: known.brand, last4: last4Of(card.number), expiryMonth, expiryYear };
    },
    // Only the card counters get the number, and store an HMAC of it.
    readCard: async (method) => ({
      cardId: method.kind === 'card' ? cardDigits(method.card.number) : null,
      canAuthenticate: true,
    }),
    async charge(charge, now) {
      const { row, card, outcome } = await begin(db, charge, now);
      if (!row) return await recall(db, charge.key, now);
      // No connection or lock is held while waiting: the charge itself is done.
      if (outcome === 'slow') await wait(slowMs);
      if (outcome === 'responseLost') await silence();
      return outcomeOf(row, row, card);
    },
    check: (charge, now) => recall(db, charge.key, now),
    async settle(charge, now) {
      const waits = and(eq(sandboxCharges.key, charge.key), eq(sandboxCharges.status, 'requires_action'));
      await remember(db, charge, { ...unknownCard, ...failed('not_attempted') }, now);
      await db.update(sandboxCharges).set(failed('authentication_abandoned')).where(waits);
      return await recall(db, charge.key, now);
    },
    // The sandbox has no dashboard, so all refunds are ours.
    listRefunds: async () => [],
    refund: (refund, now) => refundInSandbox(db, refund, (charge) => stateOf(charge, now).status === 'succeeded', now),
  };
}

/**
 * The sandbox's bank: the buyer confirms or rejects the challenge. Only a charge that waits for an answer changes.
 * Returns the current state of the charge.
 */
export async function answerChallenge(db: Database, key: string, passed: boolean, now: Date): Promise<ChargeOutcome> {
  const [row] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, key));
  const code = passed ? row?.settledDeclineCode : 'authentication_failed';
  const outcome = code ? failed(code as DeclineCode) : { status: 'succeeded' as const, declineCode: null };
  const waiting = and(
    eq(sandboxCharges.key, key),
    eq(sandboxCharges.status, 'requires_action'),
    isNull(sandboxCharges.settlesAt),
  );
  await db.update(sandboxCharges).set(outcome).where(waiting);
  return await recall(db, key, now);
}

const last4Of = (number: string): string => cardDigits(number).slice(-4);
const unknownCard = { cardBrand: '', cardLast4: '', actionUrl: null, methodId: null };
const failed = (code: DeclineCode) => ({ status: 'failed' as const, declineCode: code as string });

/** A begun charge. `row`: undefined if the key was known. `card`: the saved or newly saved card. */
interface Begun {
  readonly row: Row | undefined;
  readonly card: Pick<SavedCard, 'expiryMonth' | 'expiryYear'> | undefined;
  readonly outcome: SandboxOutcome['kind'];
}

/** Stores a charge in its initial state, and the card if it is saved, unless the key is known. */
async function begin(db: Database, charge: Charge, now: Date): Promise<Begun> {
  const { method, isOffSession } = charge;
  if (method.kind === 'token') throw new Error('The sandbox has no form of its own');
  const card = method.kind === 'saved' ? await findMethod(db, method.methodId) : method.card;
  if (!card) {
    const gone = { ...unknownCard, ...beginning({ kind: 'decline', code: 'card_declined' }, now) };
    return { row: await remember(db, charge, gone, now), card, outcome: 'decline' };
  }
  const known = sandboxCard(card.number);
  if (!known) throw new Error('The sandbox accepts only its own test cards');
  const isCvcWrong = card.cvc !== undefined && !isCvcOf(known.brand, card.cvc);
  const usual = sandboxOutcome(known, { isSaved: method.kind === 'saved', isOffSession });
  const isOver = usual.kind === 'decline' && usual.isOnce && (await wasDeclined(db, method));
  const outcome: SandboxOutcome = isCvcWrong
    ? { kind: 'decline', code: 'incorrect_cvc' }
    : isOver
      ? { kind: 'succeed' }
      : charge.mustAuthenticate
        ? authenticated(known, usual)
        : usual;
  const isSaved =
    method.kind === 'card' && (charge.savesMethod || charge.amountMinor === 0) && outcome.kind !== 'decline';
  const methodId = method.kind === 'saved' ? method.methodId : isSaved ? newMethodId() : null;
  const row = {
    cardBrand: known.brand,
    cardLast4: last4Of(card.number),
    actionUrl: sandboxBankAt(charge.returnUrl, charge.key),
    methodId,
  };
  const begun = { ...row, ...beginning(outcome, now) };
  const saved = { card: methodId === null ? undefined : card, outcome: outcome.kind };
  if (!isSaved || !methodId) return { row: await remember(db, charge, begun, now), ...saved };
  const stored = await db.transaction(async (tx) => {
    const first = await remember(tx, charge, begun, now);
    if (first) await keepMethod(tx, methodId, card, now);
    return first;
  });
  return { row: stored, ...saved };
}

/** The outcome of a charge for which 3D Secure was required. */
function authenticated({ name }: SandboxCard, usual: SandboxOutcome): SandboxOutcome {
  if (usual.kind === 'challenge' || name === 'frictionless') return usual;
  const endsAs = usual.kind === 'decline' ? usual.code : usual.kind === 'processing' ? usual.endsAs : null;
  return { kind: 'challenge', endsAs, isAnswered: true };
}

/** Whether a saved card was declined before. */
async function wasDeclined(db: Database, method: Charge['method']): Promise<boolean> {
  if (method.kind !== 'saved') return false;
  const declined = and(eq(sandboxCharges.methodId, method.methodId), eq(sandboxCharges.status, 'failed'));
  const rows = await db.select({ key: sandboxCharges.key }).from(sandboxCharges).where(declined).limit(1);
  return rows.length > 0;
}

function beginning(outcome: SandboxOutcome, now: Date): Beginning {
  const later = (delayMs: number) => new Date(now.getTime() + delayMs);
  const begun = { status: 'succeeded' as const, declineCode: null, settlesAt: null, settledDeclineCode: null };
  if (outcome.kind === 'decline') return { ...begun, ...failed(outcome.code) };
  if (outcome.kind === 'processing') {
    return { ...begun, status: 'processing', settlesAt: later(processingMs), settledDeclineCode: outcome.endsAs };
  }
  if (outcome.kind === 'challenge') {
    const settlesAt = outcome.isAnswered ? null : later(challengeMs);
    return { ...begun, status: 'requires_action', settlesAt, settledDeclineCode: outcome.endsAs };
  }
  return begun;
}

/** The sandbox's bank page, as a path below the buyer's page. */
export function sandboxBankAt(returnUrl: string, key: string): string {
  const { pathname, search } = new URL(returnUrl, 'http://localhost');
  return `${pathname.replace(/\/+$/, '')}/challenge/${key}${search}`;
}

const newMethodId = (): string => `sandbox_method_${randomBytes(16).toString('hex')}`;

const findMethod = async (db: Database, id: string): Promise<SavedCard | undefined> => (await savedCard(db, { id }))[0];

const savedCard = hotStatement((db, { id }: Params<{ id: string }>) =>
  db.select().from(sandboxMethods).where(eq(sandboxMethods.id, id)),
);

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

async function keepMethod(
  tx: Tx,
  id: string,
  { number, expiryMonth, expiryYear }: SavedCard,
  now: Date,
): Promise<void> {
  const method = { id, number: cardDigits(number), expiryMonth, expiryYear, createdAt: now };
  await methodInsertion(tx, method);
}

const methodInsertion = hotStatement((db, row: Params<typeof sandboxMethods.$inferSelect>) =>
  db.insert(sandboxMethods).values(columnsOf(sandboxMethods, row)),
);

/** Stores a charge and returns it; undefined if its key is known. */
async function remember(
  tx: Database | Tx,
  { key, currency, amountMinor }: ChargeReference,
  row: Pick<Row, 'status' | 'declineCode' | 'cardBrand' | 'cardLast4' | 'actionUrl' | 'methodId'> & Partial<Beginning>,
  now: Date,
): Promise<Row | undefined> {
  const [stored] = await chargeInsertion(
    tx,
    withNulls(sandboxCharges, { key, currency, amountMinor, ...row, createdAt: now }),
  );
  return stored;
}

const chargeInsertion = hotStatement((db, row: Params<typeof sandboxCharges.$inferSelect>) =>
  db.insert(sandboxCharges).values(columnsOf(sandboxCharges, row)).onConflictDoNothing().returning(),
);

/**
 * The current state of a charge. Time decides those that wait. A charge begun later than now dates from a removed test
 * clock; its waiting time counts as over.
 */
function stateOf(
  { status, declineCode, settlesAt, settledDeclineCode, createdAt }: Row,
  now: Date,
): Pick<Row, 'status' | 'declineCode'> {
  if (settlesAt === null || (settlesAt > now && createdAt <= now)) return { status, declineCode };
  if (status === 'requires_action') return failed('authentication_abandoned');
  if (status !== 'processing') return { status, declineCode };
  return settledDeclineCode ? failed(settledDeclineCode as DeclineCode) : { status: 'succeeded', declineCode: null };
}

/** Stores the state that time has led to; false if the charge changed meanwhile. */
async function decide(
  db: Database,
  { key, status }: Row,
  outcome: Pick<Row, 'status' | 'declineCode'>,
): Promise<boolean> {
  const isUndecided = and(eq(sandboxCharges.key, key), eq(sandboxCharges.status, status));
  return (await db.update(sandboxCharges).set(outcome).where(isUndecided).returning()).length > 0;
}

async function recall(db: Database, key: string, now: Date): Promise<ChargeOutcome> {
  const [found] = await chargeByKey(db, { key });
  if (!found) {
    return { status: 'failed', providerPaymentId: null, code: 'not_attempted', reason: declineSentences.not_attempted };
  }
  const { row, expiryMonth, expiryYear } = found;
  const { status, declineCode } = stateOf(row, now);
  // A reported outcome is stored, so that removing a test clock does not revert it. The first decision counts.
  if (status !== row.status && !(await decide(db, row, { status, declineCode }))) return await recall(db, key, now);
  return outcomeOf(row, { status, declineCode }, { expiryMonth, expiryYear });
}

/** The outcome of a charge in a state. `card`: the card that it saves or was made with, if any. */
function outcomeOf(
  row: Row,
  { status, declineCode }: Pick<Row, 'status' | 'declineCode'>,
  card: { readonly expiryMonth: number | null; readonly expiryYear: number | null } | undefined,
): ChargeOutcome {
  const providerPaymentId = `sandbox_${row.key}`;
  if (status === 'failed') {
    const code = (declineCode ?? 'card_declined') as DeclineCode;
    return { status, providerPaymentId, code, reason: declineSentences[code] };
  }
  if (status === 'requires_action') return { status, providerPaymentId, actionUrl: row.actionUrl ?? '' };
  if (status === 'processing') return { status, providerPaymentId };
  const { expiryMonth = null, expiryYear = null } = card ?? {};
  const method = { type: 'card', brand: row.cardBrand, last4: row.cardLast4, expiryMonth, expiryYear };
  return {
    status,
    providerPaymentId,
    method,
    ...(row.methodId === null ? {} : { saved: { customerId: null, methodId: row.methodId } }),
  };
}

const ofStoredCard = (column: 'expiry_month' | 'expiry_year') =>
  sql<number | null>`(select ${sql.raw(column)} from sandbox_methods where id = sandbox_charges.method_id)`;

/** A charge, and the expiry of the card it saves or was made with. */
const chargeByKey = hotStatement((db, { key }: Params<{ key: string }>) =>
  db
    .select({ row: sandboxCharges, expiryMonth: ofStoredCard('expiry_month'), expiryYear: ofStoredCard('expiry_year') })
    .from(sandboxCharges)
    .where(eq(sandboxCharges.key, key)),
);
