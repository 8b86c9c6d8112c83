/** A buyer's steps at a checkout. Each step loads the checkout first, like a request does. */
import type { Database } from '#db/client.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { type Checkout, type CheckoutAddress, requireCheckout } from '#server/checkout/address.ts';
import { type CheckOptions, checkPayment as check } from '#server/checkout/check-payment.ts';
import { tieCheckout as tie } from '#server/checkout/customer.ts';
import { finishChallenge as finish } from '#server/checkout/finish-challenge.ts';
import { type PayResult, payCheckout as pay } from '#server/checkout/pay.ts';
import { quoteCheckout as quote } from '#server/checkout/quote-checkout.ts';
import { readCheckout as read } from '#server/storefront/checkout/view.ts';

const withCheckout =
  <Rest extends unknown[], Result>(step: (db: Database, checkout: Checkout, ...rest: Rest) => Promise<Result>) =>
  async (db: Database, address: CheckoutAddress, ...rest: Rest): Promise<Result> =>
    await step(db, await requireCheckout(db, address), ...rest);

/** Only the state of the result: tests read the rows from the database. */
const stateOf = ({ state }: PayResult) => ({ state });

const payAt = withCheckout(pay);
export const payCheckout = async (...args: Parameters<typeof payAt>) => stateOf(await payAt(...args));
export const quoteCheckout = withCheckout(quote);
export const readCheckout = withCheckout(read);
export const tieCheckout = withCheckout(tie);

export const finishChallenge = (
  db: Database,
  { paymentId, ...address }: CheckoutAddress & { readonly paymentId: string },
  passed: boolean,
  now: Date,
) => withCheckout(finish)(db, address, paymentId, passed, now).then(stateOf);

export const checkPayment = (db: Database, target: CheckoutAddress | Payment, now: Date, options: CheckOptions = {}) =>
  'sessionId' in target ? withCheckout(check)(db, target, now, options) : check(db, target, now, options);
