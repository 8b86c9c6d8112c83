/** Quotes that were paid or confirmed, and the plan changes of subscriptions. */
import type { Quote } from '#server/billing/quotes/data/quotes.ts';
import { presentQuote, type ShownQuote } from '#server/billing/quotes/rules/present-quote.ts';
import { plannedPeriodEnd } from '#server/billing/subscriptions/rules/pause.ts';
import { toShortId } from '#server/domain/ids.ts';
import { builder } from './builder.ts';
import { amount, shortId, timeOrNull } from './field-options.ts';
import { PaymentObject, SubscriptionOrderObject } from './objects.ts';

type Line = ShownQuote['lines'][number];
type Derivation = NonNullable<ShownQuote['derivation']>;

const QuoteLineObject = builder.objectRef<Line>('QuoteLine').implement({
  description: 'A line of a quote. Credits are negative.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'price, tax, unused_time, store_credit or balance.' }),
    description: t.exposeString('description', { description: 'The plan, the tax or the credit by name.' }),
    amount: t.exposeString('amount', { description: 'In display format.' }),
  }),
});

const QuoteDerivationObject = builder.objectRef<Derivation>('QuoteDerivation').implement({
  description: 'How the credit for the unused time of a period was calculated.',
  fields: (t) => ({
    text: t.exposeString('text', { description: '"$41.33 credit = 19 d 2 h of 31 d".' }),
    unusedSeconds: t.exposeInt('unusedSeconds', { description: 'The unused time, in whole seconds.' }),
    periodSeconds: t.exposeInt('periodSeconds', { description: 'The whole period, in seconds.' }),
    periodValue: t.exposeString('periodValue', { description: 'What was paid for the period and not refunded.' }),
    credit: t.exposeString('credit', { description: 'The credit, tax included.' }),
  }),
});

const QuoteObject = builder.objectRef<Quote>('Quote').implement({
  description: 'A binding quote of a purchase, a plan change or a renewal. Amounts are in display format.',
  fields: (t) => ({
    id: t.id({ description: 'The UUID of the quote.', resolve: ({ id }) => id }),
    kind: t.exposeString('kind', { description: 'purchase, plan_change or renewal.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    lines: t.field({
      description: 'Price, tax and credits.',
      type: [QuoteLineObject],
      resolve: (quote) => [...presentQuote(quote).lines],
    }),
    credit: t.string({
      description: 'The credit that the quote uses.',
      resolve: (quote) => presentQuote(quote).credit,
    }),
    creditLeft: t.string({
      description: 'Credit that pays later renewals.',
      resolve: (quote) => presentQuote(quote).creditLeft,
    }),
    total: t.string({ description: 'The amount to charge.', resolve: (quote) => presentQuote(quote).total }),
    changeTiming: t.string({
      description: 'immediate or next_period; null if it changes no plan.',
      nullable: true,
      resolve: ({ content }) => content.change?.timing ?? null,
    }),
    derivation: t.field({
      description: 'How the credit was calculated; null without a credit for unused time.',
      type: QuoteDerivationObject,
      nullable: true,
      resolve: (quote) => presentQuote(quote).derivation,
    }),
    validUntil: t.expose('validUntil', { description: 'Until when it could be paid.', type: 'DateTime' }),
    createdAt: t.expose('createdAt', { description: 'When it was calculated.', type: 'DateTime' }),
  }),
});

interface ScheduledChange {
  readonly orderId: string;
  readonly productId: string;
  readonly effectiveAt: Date | null;
  readonly quoteId: string | null;
}

const ScheduledChangeObject = builder.objectRef<ScheduledChange>('ScheduledPlanChange').implement({
  description: 'A plan change that happens at the end of the current period, and can be taken back until then.',
  fields: (t) => ({
    orderId: t.id(shortId('ORD', 'orderId', 'The order that will replace the subscription, `ORD_xxx`.')),
    productId: t.id(shortId('PROD', 'productId', 'The new plan’s product, `PROD_xxx`.')),
    effectiveAt: t.expose(
      'effectiveAt',
      timeOrNull('When it happens; null while the subscription is paused without a planned end.'),
    ),
    quote: t.field({
      description: 'The confirmed quote.',
      type: QuoteObject,
      nullable: true,
      resolve: ({ quoteId }, _, { loaders }) => (quoteId ? loaders.quote.load(quoteId) : null),
    }),
  }),
});

builder.objectFields(PaymentObject, (t) => ({
  creditUsed: t.string(amount('creditUsedMinor', 'The credit that it used beside `amount`, in display format.')),
  quote: t.field({
    description: 'The quote that it followed; null without one.',
    type: QuoteObject,
    nullable: true,
    resolve: ({ quoteId }, _, { loaders }) => (quoteId ? loaders.quote.load(quoteId) : null),
  }),
}));

builder.objectFields(SubscriptionOrderObject, (t) => ({
  changeOriginOrderId: t.id({
    description: 'The subscription that it replaced by a plan change, `ORD_xxx`; null: bought new.',
    nullable: true,
    resolve: ({ changeOriginOrderId: id }) => id && toShortId('ORD', id),
  }),
  changedToOrderId: t.id({
    description: 'The subscription that replaced it, `ORD_xxx`; null: not replaced.',
    nullable: true,
    resolve: ({ changeOrderId: id, endedAt }) => (id && endedAt ? toShortId('ORD', id) : null),
  }),
  scheduledChange: t.field({
    description: 'The plan change at the end of the current period; null: none.',
    type: ScheduledChangeObject,
    nullable: true,
    resolve: async (current, _, { loaders }) => {
      const { changeOrderId, endedAt } = current;
      const order = changeOrderId && !endedAt ? await loaders.order.load(changeOrderId) : null;
      return (
        order && {
          orderId: order.id,
          productId: order.productId,
          effectiveAt: plannedPeriodEnd(current),
          quoteId: order.quoteId,
        }
      );
    },
  }),
  creditAmount: t.string(amount('creditMinor', 'Credit that pays its next charges, in display format.')),
  pausedAt: t.expose('pausedAt', timeOrNull('Since when it is paused; nothing is charged meanwhile.')),
  resumesAt: t.expose('resumesAt', timeOrNull('When it resumes by itself.')),
}));
