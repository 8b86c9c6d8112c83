/**
 * What an order, a payment or a refund adds to the figures of a day, as in `server/analytics/data/rollup-sources.ts`. Two
 * versions of a row show the days that a change affects.
 */
import type { orders, payments, refunds } from '#db/schema/index.ts';
import { bucketStart } from '#server/domain/time-range.ts';

export interface DayFigure {
  readonly at: Date;
  readonly figure: string;
}

export type OrderFigureColumns = Pick<
  typeof orders.$inferSelect,
  | 'completedAt'
  | 'startedAt'
  | 'trialEndsAt'
  | 'endedAt'
  | 'periodNumber'
  | 'billingPeriod'
  | 'subtotalMinor'
  | 'totalMinor'
>;
export type PaymentFigureColumns = Pick<
  typeof payments.$inferSelect,
  'createdAt' | 'succeededAt' | 'status' | 'failureCode'
>;
export type RefundFigureColumns = Pick<typeof refunds.$inferSelect, 'succeededAt' | 'status'>;

const figureAt = (at: Date | null, figure: string): DayFigure[] => (at ? [{ at, figure }] : []);

export function orderFigures(order: OrderFigureColumns): DayFigure[] {
  const bought = figureAt(order.completedAt ?? order.startedAt, `bought for ${order.totalMinor}`);
  const paidSince = order.trialEndsAt ?? order.startedAt;
  if (!order.startedAt || !paidSince || (order.periodNumber ?? 0) < 1) return bought;
  const terms = `${order.subtotalMinor} ${order.billingPeriod}`;
  const end = order.endedAt && new Date(Math.max(paidSince.getTime(), order.endedAt.getTime()));
  return [...bought, ...figureAt(paidSince, `started at ${terms}`), ...figureAt(end, `ended at ${terms}`)];
}

export const paymentFigures = ({ createdAt, succeededAt, status, failureCode }: PaymentFigureColumns): DayFigure[] => [
  { at: createdAt, figure: `attempt ${status} ${status === 'failed' ? failureCode : ''}` },
  ...figureAt(succeededAt, 'sale'),
];

export const refundFigures = ({ succeededAt, status }: RefundFigureColumns): DayFigure[] =>
  status === 'succeeded' ? figureAt(succeededAt, 'refund') : [];

/** The days before that of `now` whose figures differ between two versions of a row. */
export function changedDays(before: readonly DayFigure[], after: readonly DayFigure[], now: Date): Date[] {
  const keysOf = (figures: readonly DayFigure[]) =>
    new Map(figures.map(({ at, figure }) => [`${bucketStart(at, 'day').getTime()} ${figure}`, at]));
  const [old, current] = [keysOf(before), keysOf(after)];
  const changed = [...old, ...current].filter(([key]) => !old.has(key) || !current.has(key));
  const days = new Set(changed.map(([, at]) => bucketStart(at, 'day').getTime()));
  return [...days].filter((day) => day < bucketStart(now, 'day').getTime()).map((day) => new Date(day));
}
