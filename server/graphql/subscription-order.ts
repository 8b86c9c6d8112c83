/** Subscriptions. (decisions.md, "Subscriptions".) */

import { countOrders, listOrders } from '#server/billing/orders/data/order-lists.ts';
import { isTrialing } from '#server/billing/orders/rules/order-standing.ts';
import { builder } from './builder.ts';
import { DateTimeFilter, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { OrderInterface, SubscriptionOrderObject, SubscriptionProductObject } from './objects.ts';

SubscriptionOrderObject.implement({
  description: `A subscription: \`pending\`, \`trialing\`, \`active\`, \`past_due\`, \`canceling\`, \`canceled\` or \`expired\`.
Amounts are display strings: "29.00", "4500"; they are those of the period that was paid for last.`,
  interfaces: [OrderInterface],
  fields: (t) => ({
    billingPeriod: t.exposeString('billingPeriod', {
      nullable: true,
      description: 'weekly, monthly, quarterly or yearly',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it, or its trial, began.',
    }),
    trialEndsAt: t.expose('trialEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its trial ends, or ended; null where it has none.',
    }),
    isTrialing: t.boolean({
      description:
        'Whether it is in its trial; also where it was canceled meanwhile and kept, which makes it `active`.',
      resolve: isTrialing,
    }),
    currentPeriodStart: t.expose('currentPeriodStart', { type: 'DateTime', nullable: true }),
    currentPeriodEnd: t.expose('currentPeriodEnd', { type: 'DateTime', nullable: true }),
    periodNumber: t.exposeInt('periodNumber', {
      nullable: true,
      description: 'Which period the current one is, counted from 1; 0: the trial. Null before it began.',
    }),
    nextChargeAt: t.expose('nextChargeAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is charged next, or tried again. Null: never again, or a charge is on its way.',
    }),
    pastDueSince: t.expose('pastDueSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the charge failed that is being tried again.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    product: t.field({
      type: SubscriptionProductObject,
      nullable: true,
      description: 'The product in the version that the subscription locked.',
      resolve: ({ productVersionId }, _, { loaders }) => loaders.orderedVersion.load(productVersionId),
    }),
  }),
});

const SubscriptionOrderFilter = builder.inputType('SubscriptionOrderFilter', {
  fields: (t) => ({
    id: t.field({ type: IdFilter }),
    storeId: t.field({ type: IdFilter }),
    status: t.field({ type: StringFilter }),
    buyerEmail: t.field({ type: StringFilter }),
    buyerIdentity: t.field({ type: StringFilter }),
    currency: t.field({ type: StringFilter }),
    productId: t.field({ type: IdFilter }),
    checkoutSessionId: t.field({ type: IdFilter }),
    merchantExternalId: t.field({ type: StringFilter }),
    billingPeriod: t.field({ type: StringFilter }),
    trialEndsAt: t.field({ type: DateTimeFilter }),
    currentPeriodEnd: t.field({ type: DateTimeFilter }),
    canceledAt: t.field({ type: DateTimeFilter }),
    createdAt: t.field({ type: DateTimeFilter }),
  }),
});

addListFields({
  list: 'subscriptionOrders',
  type: SubscriptionOrderObject,
  filter: SubscriptionOrderFilter,
  sort: sortInput('SubscriptionOrder', ['createdAt', 'updatedAt']),
  ids: { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' },
  scope: ({ buyersScope }) => buyersScope(),
  rows: (tx, scope, listing) => listOrders(tx, scope, 'subscription', listing),
  count: (tx, scope, filter) => countOrders(tx, scope, 'subscription', filter),
  single: {
    name: 'subscriptionOrder',
    find: async (id, { loaders }) => {
      const order = await loaders.order.load(id);
      return order?.productType === 'subscription' ? order : null;
    },
  },
});
