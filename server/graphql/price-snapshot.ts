/** The price of an order, with its parts of a subscription. */
import type { OneTimeOrder, SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import { trialDaysOf, trialPrice } from '#server/billing/subscriptions/rules/trial.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { type Amounts, withTax } from '#server/domain/amounts.ts';
import { errors } from '#server/domain/errors.ts';
import { builder } from './builder.ts';
import type { Loaders } from './context.ts';
import { amount } from './field-options.ts';

/** Amounts in minor units of the currency. */
export interface Snapshot extends Pick<Amounts, 'subtotalMinor' | 'taxMinor' | 'totalMinor'> {
  readonly currency: string;
  readonly taxCategory: string;
}

export const PriceAmountsInterface = builder.interfaceRef<Snapshot>('PriceAmounts').implement({
  description: 'The parts of a price in one currency, in display format: "29.00", "4500".',
  fields: (t) => ({
    subtotal: t.string(amount('subtotalMinor', 'The amount without tax.')),
    taxAmount: t.string(amount('taxMinor', 'The tax.')),
    total: t.string(amount('totalMinor', 'The amount with tax.')),
    taxCategory: t.exposeString('taxCategory', { description: 'The kind of goods for tax, such as `saas`.' }),
  }),
});

export const OnetimePriceSnapshotObject = builder.objectRef<Snapshot>('OnetimePriceSnapshot').implement({
  description: 'The price of a one-time order.',
  interfaces: [PriceAmountsInterface],
  fields: (t) => ({ currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }) }),
});

const PricePhaseObject = builder.objectRef<Snapshot>('PricePhase').implement({
  description: 'The price of a trial, or of each period after it.',
  interfaces: [PriceAmountsInterface],
});

interface SubscriptionSnapshot {
  readonly currency: string;
  readonly regularPhase: Snapshot;
  readonly specialPhase: (Snapshot & { readonly days: number }) | null;
}

export const SubscriptionPriceSnapshotObject = builder
  .objectRef<SubscriptionSnapshot>('SubscriptionPriceSnapshot')
  .implement({
    description: 'The price that a subscription locked, with the tax rate of its last charge.',
    fields: (t) => ({
      currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
      specialPhaseDays: t.int({
        description: 'The length of the trial in days; null: no trial.',
        nullable: true,
        resolve: ({ specialPhase }) => specialPhase?.days ?? null,
      }),
      regularPhase: t.expose('regularPhase', { description: 'The price of each period.', type: PricePhaseObject }),
      specialPhase: t.expose('specialPhase', {
        description: 'The price of the trial, zero if it is free; null: no trial.',
        type: PricePhaseObject,
        nullable: true,
      }),
    }),
  });

/** The order's locked price. */
export async function lockedPriceOf(order: { readonly id: string }, { lockedPrice }: Loaders): Promise<Price> {
  const found = await lockedPrice.load(order.id);
  // Missing only if the order was deleted since.
  if (!found) throw errors.orderNotFound();
  return found.price;
}

export async function snapshotOf(order: OneTimeOrder, loaders: Loaders): Promise<Snapshot> {
  const { taxCategory } = await lockedPriceOf(order, loaders);
  return { ...order, taxCategory };
}

const dayMs = 86_400_000;

export async function subscriptionSnapshotOf(
  order: SubscriptionOrder,
  loaders: Loaders,
): Promise<SubscriptionSnapshot> {
  const { currency, taxRateMillionths, taxName, trialEndsAt, startedAt } = order;
  const price = await lockedPriceOf(order, loaders);
  const tax = { rateMillionths: taxRateMillionths, name: taxName, reverseCharge: false };
  const phaseOf = (part: Omit<Price, 'trialAmountMinor'>): Snapshot => ({
    ...withTax(part, tax),
    currency,
    taxCategory: part.taxCategory,
  });
  const regularPhase = phaseOf(price);
  if (!trialEndsAt) return { currency, regularPhase, specialPhase: null };
  const days = startedAt
    ? Math.round((trialEndsAt.getTime() - startedAt.getTime()) / dayMs)
    : trialDaysOf((await loaders.orderedVersion.load(order.productVersionId))?.version ?? { metadata: {} });
  return { currency, regularPhase, specialPhase: { ...phaseOf(trialPrice(price)), days } };
}
