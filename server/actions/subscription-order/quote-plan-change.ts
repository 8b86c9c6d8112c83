import { z } from 'zod';
import { createChangeQuote, requireOrigin } from '#server/billing/plan-changes/change-quote.ts';
import { changeTimings } from '#server/billing/plan-changes/rules/plan-change.ts';
import { summarizeChange } from '#server/billing/plan-changes/summarize-change.ts';
import { changePlan, planChangeRefusalList } from '#server/checkout/plan-change-call.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';

/** How long the merchant can confirm a previewed change, or repeat it after a decline. */
const sessionSeconds = 3600;

/**
 * `subscription-order/quote-plan-change`: opens a plan change and answers its binding quote. Nothing is charged until
 * `subscription-order/confirm-plan-change`. An API key uses `checkout/create-session`. (docs/behavior/orders.md)
 */
export const quotePlanChange = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'order',
  input: z.object({
    orderId: shortId('ORD'),
    productId: shortId('PROD'),
    currency: z.string(),
    changeTiming: z.enum(changeTimings).optional(),
    changeAmount: z.string().optional(),
    changeCreditAmount: z.string().optional(),
  }),
  output: z.object({
    quoteId: shownUuid(),
    validUntil: shownMoment(),
    summary: z.object({
      fromPlan: z.string(),
      toPlan: z.string(),
      timing: z.enum(changeTimings),
      effectiveAt: shownMoment(),
      subtotal: z.string(),
      taxName: z.string(),
      tax: z.string(),
      credits: z.array(z.object({ term: z.string(), amount: z.string(), detail: z.string().nullable() })),
      due: z.string(),
      isFree: z.boolean(),
      nextCharge: z.string(),
      nextChargeAt: shownMoment(),
      creditLeft: z.string().nullable(),
    }),
  }),
  docs: {
    summary: 'Preview the plan change of a subscription',
    refusals: [
      ...planChangeRefusalList,
      errors.productNotFound().when('there is no such product in the subscription’s store'),
    ],
    example: { orderId: '$orderId', productId: '$otherPlanId', currency: 'USD', changeTiming: 'next_period' },
  },
  async run(context, { orderId, ...fields }) {
    const { tx, timeIn } = context;
    const request = { ...fields, originOrderId: orderId, metadata: {}, expiresInSeconds: sessionSeconds };
    const { session, store } = await changePlan({ ...context }, request);
    const quote = await createChangeQuote(tx, { session, order: undefined }, await timeIn(store.id));
    const { productName: fromPlan } = await requireOrigin(tx, session);
    const { credits, ...summary } = summarizeChange(quote, { fromPlan, storeName: store.name });
    return {
      quoteId: quote.id,
      validUntil: quote.validUntil.toISOString(),
      summary: { ...summary, credits: [...credits] },
    };
  },
});
