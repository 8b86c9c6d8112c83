/** The amounts, the card and the order of a payment. */
import { isOfType, type OrderOf } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { errors } from '#server/domain/errors.ts';
import { builder } from './builder.ts';
import type { GraphqlContext, Loaders } from './context.ts';
import { lockedPriceOf, PriceAmountsInterface, type Snapshot } from './price-snapshot.ts';

interface PaymentAmounts extends Snapshot {
  readonly phase: 'special' | 'regular' | null;
}

export const PaymentAmountsObject = builder.objectRef<PaymentAmounts>('PaymentAmounts').implement({
  description: 'The amounts of a payment.',
  interfaces: [PriceAmountsInterface],
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    phase: t.exposeString('phase', {
      description: 'special (the trial) or regular; null: a one-time order.',
      nullable: true,
    }),
  }),
});

export async function paymentAmountsOf(
  { orderId, currency, amountMinor, taxMinor, periodNumber }: Payment,
  _: unknown,
  { loaders }: GraphqlContext,
): Promise<PaymentAmounts> {
  const order = await loaders.order.load(orderId);
  // Missing only if the order was deleted since.
  if (!order) throw errors.orderNotFound();
  const { taxCategory } = await lockedPriceOf(order, loaders);
  const phase = order.productType === 'onetime' ? null : periodNumber === 0 ? 'special' : 'regular';
  return { currency, subtotalMinor: amountMinor - taxMinor, taxMinor, totalMinor: amountMinor, taxCategory, phase };
}

export const CardInfoObject = builder.objectRef<Payment>('CardInfo').implement({
  description: 'The card of a payment. Only saved cards have an expiry: the card of a one-time order is not saved.',
  fields: (t) => ({
    brand: t.exposeString('cardBrand', { description: 'The brand, such as `visa`; null: unknown.', nullable: true }),
    last4: t.exposeString('cardLast4', { description: 'The last four digits; null: unknown.', nullable: true }),
    expMonth: t.int({
      description: 'The last month of validity, 1 to 12; null: not saved.',
      nullable: true,
      resolve: async ({ id }, _, { loaders }) => (await loaders.cardExpiry.load(id))?.month ?? null,
    }),
    expYear: t.int({
      description: 'The last year of validity, with four digits; null: not saved.',
      nullable: true,
      resolve: async ({ id }, _, { loaders }) => (await loaders.cardExpiry.load(id))?.year ?? null,
    }),
  }),
});

/** The order with that ID if it is of the type. */
export async function orderOfType<Type extends ProductType>(
  { order: orders }: Loaders,
  id: string,
  type: Type,
): Promise<OrderOf<Type> | null> {
  const order = await orders.load(id);
  return order && isOfType(order, type) ? order : null;
}
