/** The response of `pause-order` and `resume-order`. */
import { z } from 'zod';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import { subscriptionOrderStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';

export const shownPause = z
  .object({
    orderId: shownId('ORD'),
    status: z.enum(subscriptionOrderStatuses).meta({ description: 'A pause does not change it' }),
    pausedAt: shownMoment().nullable().meta({ description: 'Null: not paused' }),
    resumesAt: shownMoment().nullable().meta({ description: 'When it resumes by itself; null: never' }),
    currentPeriodEnd: shownMoment()
      .nullable()
      .meta({ description: 'The end of the paid time; resuming moves it by the length of the pause' }),
  })
  .meta({ schemaName: 'PausedOrder' });

export const pauseObject = (order: SubscriptionOrder): z.output<typeof shownPause> => ({
  orderId: toShortId('ORD', order.id),
  status: order.status,
  pausedAt: order.pausedAt?.toISOString() ?? null,
  resumesAt: order.resumesAt?.toISOString() ?? null,
  currentPeriodEnd: order.currentPeriodEnd?.toISOString() ?? null,
});
