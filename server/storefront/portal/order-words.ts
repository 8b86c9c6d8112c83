/** An order in words: its status and what happens next. */

import type { Order } from '#server/billing/orders/orders.ts';
import { orderAt } from '#server/billing/orders/rules/order.ts';
import {
  type DisplayStatus,
  displayStatusesOf,
  isTrialing,
} from '#server/billing/orders/rules/order-display-status.ts';
import { formatMoney } from '#server/domain/money.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { MessageKey, Voice } from '#server/i18n/say.ts';

/** The color of a status. The label carries the meaning. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface OrderWords {
  readonly status: string;
  readonly tone: Tone;
  /** A second label for partly or fully refunded orders. */
  readonly refund: string | null;
  readonly next: string;
}

const tones: Readonly<Record<DisplayStatus, Tone>> = {
  pending: 'warning',
  completed: 'success',
  active: 'success',
  trialing: 'info',
  canceling: 'warning',
  past_due: 'danger',
  canceled: 'neutral',
  expired: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'neutral',
};

const refundKeys = {
  refunded: 'portal.payments.status.refunded',
  partially_refunded: 'portal.payments.status.partlyRefunded',
} as const;

const wordOf = (status: DisplayStatus, { say }: Voice): string =>
  say(status === 'refunded' || status === 'partially_refunded' ? refundKeys[status] : `portal.status.${status}`);

/** A subscription that had started has ended; any other order was canceled. */
const hasEnded = (order: Order): boolean => order.status === 'canceled' && order.startedAt !== null;

/** Describes an order at `now`. */
export function describeOrder(stored: Order, voice: Voice, now: Date): OrderWords {
  const order = orderAt(stored, now);
  const [status = order.status, refund] = displayStatusesOf(order);
  return {
    status: hasEnded(order) ? voice.say('portal.status.ended') : wordOf(status, voice),
    tone: tones[status],
    refund: refund ? wordOf(refund, voice) : null,
    next: describeNext(order, voice, now),
  };
}

function describeNext(order: Order, { say, locale }: Voice, now: Date): string {
  const on = (moment: Date | null) => formatDay(moment ?? order.updatedAt, locale);
  const total = formatMoney(order.totalMinor, order.currency, locale);
  switch (order.status) {
    case 'pending':
      return say('portal.next.pending');
    case 'completed':
      return say('portal.next.paid', { date: on(order.completedAt) });
    case 'active':
    case 'trialing': {
      if (order.pausedAt) {
        return order.resumesAt ? say('portal.pausedUntil', { date: on(order.resumesAt) }) : say('portal.paused');
      }
      const { currentPeriodEnd: end, trialEndsAt } = order;
      if (!isTrialing(order))
        return end > now ? say('portal.next.renews', { total, date: on(end) }) : say('portal.next.active');
      const every = say(`due.every.${order.billingPeriod}` satisfies MessageKey);
      return say('portal.next.trial', { date: on(trialEndsAt ?? end), total, every });
    }
    case 'canceling':
      return say('portal.next.canceling', { date: on(order.currentPeriodEnd) });
    case 'past_due':
      return say('portal.next.pastDue');
    case 'canceled':
      return hasEnded(order)
        ? say('portal.next.ended', { date: on(order.endedAt) })
        : say('portal.next.canceled', { date: on(order.canceledAt) });
    case 'expired':
      return say('portal.next.expired');
  }
}
