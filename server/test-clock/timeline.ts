/** The timeline of an advance, as callers read it. */
import type { Tx } from '#db/client.ts';
import { fromShortId, type Prefix, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { type Advance, listAdvanceEvents, readPaymentAmounts } from './data/test-clocks.ts';

/** One event in a timeline. */
export interface TimelineEntry {
  /** The event's ID. */
  readonly id: string;
  /** ISO 8601, by the store's clock. */
  readonly at: string;
  readonly type: string;
  readonly objectType: string;
  /** A Short ID if its type has one, otherwise a UUID. */
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly summary: string;
}

export interface Timeline {
  /** In order; truncated if there are too many. */
  readonly entries: readonly TimelineEntry[];
  /** The total number of events. */
  readonly total: number;
}

/** The maximum number of entries. */
export const maxTimelineLength = 2000;

/** The events of an advance so far. */
export async function readTimeline(tx: Tx, advance: Advance, limit = maxTimelineLength): Promise<Timeline> {
  const { rows, total } = await listAdvanceEvents(tx, advance, limit);
  const paid = rows.flatMap(({ data }) => (paymentOf(data) ? [fromShortId('PAY', paymentOf(data) ?? '') ?? ''] : []));
  const amounts = await readPaymentAmounts(tx, advance, paid);
  const entries = rows.map((row) => {
    const paymentId = paymentOf(row.data);
    const amount = paymentId === null ? undefined : amounts.get(paymentId);
    const words = amount && formatMoney(amount.amountMinor, amount.currency);
    return {
      id: row.id,
      at: row.createdAt.toISOString(),
      type: row.type,
      objectType: row.objectType,
      objectId: shownIdOf(row),
      paymentId,
      summary: describeEvent(row.type, { data: row.data, amount: words }),
    };
  });
  return { entries, total };
}

const paymentOf = ({ paymentId }: EventRow['data']): string | null =>
  typeof paymentId === 'string' && fromShortId('PAY', paymentId) !== undefined ? paymentId : null;

const prefixes: Readonly<Record<string, Prefix>> = {
  store: 'STO',
  product: 'PROD',
  order: 'ORD',
  kyb_ticket: 'TKT',
};

const shownIdOf = ({ objectType, objectId }: EventRow): string => {
  const prefix = prefixes[objectType];
  return prefix ? toShortId(prefix, objectId) : objectId;
};
