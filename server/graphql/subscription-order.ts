/** Subscriptions. (decisions.md, "Subscriptions".) */
import { countOrders, listOrders } from '../queries/order-lists.ts';
import { builder } from './builder.ts';
import { narrowed } from './context.ts';
import { DateTimeFilter, IdFilter, readFilter, readId, StringFilter } from './filters.ts';
import { choiceArguments, listArguments, readPage, readStoreId, sortInput } from './listing.ts';
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

const SubscriptionOrderSort = sortInput('SubscriptionOrder', ['createdAt', 'updatedAt']);

const readOrderFilter = (filter: typeof SubscriptionOrderFilter.$inferInput | null | undefined) =>
  readFilter(filter, { id: 'ORD', storeId: 'STO', productId: 'PROD', checkoutSessionId: 'UUID' });

builder.queryFields((t) => ({
  subscriptionOrders: t.field({
    type: [SubscriptionOrderObject],
    args: listArguments(SubscriptionOrderFilter, SubscriptionOrderSort),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter, page] = [readStoreId(args.storeId), readOrderFilter(args.filter), readPage('ORD', args)];
      return await listOrders(db, narrowed(await buyersScope(), storeId), 'subscription', { filter, page });
    },
  }),
  subscriptionOrdersCount: t.int({
    args: choiceArguments(SubscriptionOrderFilter),
    resolve: async (_, args, { db, buyersScope }) => {
      const [storeId, filter] = [readStoreId(args.storeId), readOrderFilter(args.filter)];
      return await countOrders(db, narrowed(await buyersScope(), storeId), 'subscription', filter);
    },
  }),
  subscriptionOrder: t.field({
    type: SubscriptionOrderObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { loaders }) => {
      const order = await loaders.order.load(readId('ORD', id));
      return order?.productType === 'subscription' ? order : null;
    },
  }),
}));
