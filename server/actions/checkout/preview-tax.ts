import { z } from 'zod';
import { findStoreSession } from '#server/billing/orders/checkout-sessions.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import { closedRefusals, requireOpen, sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { billingDetail } from '#server/domain/billing-detail.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { formatAmount } from '#server/domain/money.ts';
import { defineAction } from '#server/platform/action.ts';

const amount = () => z.number().meta({ description: 'In major units of the session’s currency', example: 29.9 });

/**
 * `checkout/preview-tax`: returns a session's price with tax for a buyer at that address: amounts as numbers in major
 * units (29.9), the rate as a fraction (0.19). Saves nothing. (commerce-api.md, "POST
 * /v1/actions/checkout/preview-tax")
 */
export const previewTax = defineAction({
  callers: ['storeSlug'],
  scope: 'environment',
  layer: 'order',
  input: z.object({ checkoutSessionId: uuid(), billingDetail: billingDetail() }),
  output: z.object({
    subtotal: amount(),
    taxAmount: amount(),
    total: amount(),
    taxRate: z.number().min(0).max(1).meta({ description: 'A fraction from 0 to 1', example: 0.19 }),
  }),
  docs: {
    summary: 'Preview the tax on a checkout session for a billing address',
    refusals: [
      ...closedRefusals,
      errors.sessionNotFound().when('the session does not exist, or belongs to another store or environment'),
    ],
    example: { checkoutSessionId: '$checkoutSessionId', billingDetail: { country: 'DE', isBusiness: false } },
  },
  async run({ tx, caller, environment, timeIn, taxes }, fields) {
    const [session, now] = await Promise.all([
      findStoreSession(tx, caller.store, fields.checkoutSessionId),
      timeIn(caller.storeId),
    ]);
    if (session?.environment !== environment) throw errors.sessionNotFound();
    requireOpen(sessionState(session, await findSessionOrder(tx, session), now));
    const amounts = amountsOf(session.price, fields.billingDetail, now, taxes);
    // Parses the display string, which avoids dividing.
    const major = (amountMinor: number) => Number(formatAmount(amountMinor, session.currency));
    return {
      subtotal: major(amounts.subtotalMinor),
      taxAmount: major(amounts.taxMinor),
      total: major(amounts.totalMinor),
      taxRate: amounts.taxRateMillionths / 1_000_000,
    };
  },
});
