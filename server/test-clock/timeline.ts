/** What happened while a test clock was advanced, as a caller reads it. */
import type { Tx } from '#db/client.ts';
import { fromShortId, type Prefix, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { type Advance, listAdvanceEvents, readPaymentAmounts } from './data/test-clocks.ts';

/** One thing that happened. */
export interface TimelineEntry {
  /** The event's own. */
  readonly id: string;
  /** ISO 8601, on the store's clock. */
  readonly at: string;
  readonly type: string;
  readonly objectType: string;
  /** A Short ID where its kind has one, else a UUID. */
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly summary: string;
}

export interface Timeline {
  /** In order; of very much, the first part. */
  readonly entries: readonly TimelineEntry[];
  /** How much happened in all. */
  readonly total: number;
}

/** How many entries a timeline has at most. */
export const maxTimelineLength = 2000;

/** Of an advance that has arrived, all that happened on the way; of one that has not, as far as it has come. */
export async function readTimeline(tx: Tx, advance: Advance, limit = maxTimelineLength): Promise<Timeline> {
  const { rows, total } = await listAdvanceEvents(tx, advance, limit);
  const paid = rows.flatMap(({ data }) => (paymentOf(data) ? [fromShortId('PAY', paymentOf(data) ?? '') ?? ''] : []));
  const amounts = await readPaymentAmounts(tx, advance.storeId, paid);
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
