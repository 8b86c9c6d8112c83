/** `subscriptionAnalysis`: how many subscriptions there are, how many come and go, and what they bring in. */

import {
  countByStatus,
  listPlans,
  listRecurringRevenue,
  maxRetentionMonths,
  type PlanFigures,
  type RecurringRevenue,
  type Retention,
  readRecovery,
  readRetention,
} from '#server/analytics/data/plans.ts';
import { readSubscriptionFigures } from '#server/analytics/data/subscriptions.ts';
import { subscriptionOrderStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { type Analysis, analysisArguments, readAnalysis, topArgument } from './analysis.ts';
import { markProvider } from './provider-mark.ts';
import { StatusCountObject } from './shapes.ts';

const maxCurrencies = 50;

const recurring = 'without tax: weekly prices 52 times a year, quarterly ones 4 times, yearly ones once.';

const RecurringRevenueObject = builder.objectRef<RecurringRevenue>('RecurringRevenue').implement({
  description: 'What the subscriptions of one currency bring in that were active at the range’s end.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    active: t.exposeInt('active', { description: 'Subscriptions right before the range ended.' }),
    mrr: t.string({
      description: `Each month, ${recurring}`,
      resolve: ({ mrrMinor, currency }) => formatAmount(mrrMinor, currency),
    }),
    arr: t.string({
      description: `Each year, ${recurring}`,
      resolve: ({ arrMinor, currency }) => formatAmount(arrMinor, currency),
    }),
  }),
});

const PlanFiguresObject = builder.objectRef<PlanFigures>('PlanFigures').implement({
  description: 'The subscriptions to one product in one currency that were active at the range’s end.',
  fields: (t) => ({
    productId: t.id({ description: '`PROD_xxx`', resolve: ({ productId }) => toShortId('PROD', productId) }),
    name: t.exposeString('name', { description: 'As it is called in the environment of the call now.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    active: t.exposeInt('active', { description: 'Subscriptions right before the range ended.' }),
    mrr: t.string({
      description: `What they bring in each month, ${recurring}`,
      resolve: ({ mrrMinor, currency }) => formatAmount(mrrMinor, currency),
    }),
  }),
});

const RetentionObject = builder.objectRef<Retention>('SubscriptionRetention').implement({
  description: 'How many subscriptions lasted so many months.',
  fields: (t) => ({
    months: t.exposeInt('months', { description: 'Since the first period that was paid for.' }),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'Of those whose first paid period began in the range, how many could be so old by its end.',
    }),
    retained: t.exposeInt('retained', { description: 'How many of these went on at least so long.' }),
    rate: t.float({
      nullable: true,
      description: '`retained` of `subscriptions`, 0 to 1; null where there are none.',
      resolve: ({ retained, subscriptions }) => shareOf(retained, subscriptions),
    }),
  }),
});

const SubscriptionAnalysisObject = builder.objectRef<Analysis>('SubscriptionAnalysis');
SubscriptionAnalysisObject.implement({
  description:
    'The subscriptions of a range of time. One is active from the beginning of the first period that is paid for (where its ' +
    'trial ends) until it ended, also while it is past due, or goes on to the end of what is paid for.',
  fields: (t) => ({
    activeAtStart: t.int({
      description: 'Active right before the range began.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).activeAtStart,
    }),
    activeAtEnd: t.int({
      description: '`activeAtStart` and `started`, without `ended`.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).activeAtEnd,
    }),
    growth: t.float({
      nullable: true,
      description: '`activeAtEnd` against `activeAtStart`: 0.25 is a quarter more. Null where none was active.',
      resolve: async ({ read }) => {
        const { activeAtEnd, activeAtStart } = await read(readSubscriptionFigures);
        return growthOf(activeAtEnd, activeAtStart);
      },
    }),
    started: t.int({
      description: 'Whose first paid period began in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).started,
    }),
    ended: t.int({
      description: 'Active ones that ended in the range, also such as had started in it.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).ended,
    }),
    churned: t.int({
      description: 'Of those active at the start, how many ended in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).churned,
    }),
    churnRate: t.float({
      nullable: true,
      description: '`churned` of `activeAtStart`, 0 to 1; null where none was active.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).churnRate,
    }),
    trialsBegun: t.int({
      description: 'Subscriptions that began with a trial in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsBegun,
    }),
    trialingAtEnd: t.int({
      description: 'In their trial when the range ended.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialingAtEnd,
    }),
    trialsConverted: t.int({
      description: 'Trials that ended in the range and were then paid for, by now.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsConverted,
    }),
    trialsLost: t.int({
      description: 'Trials that ended in the range and were never paid for.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsLost,
    }),
    trialConversionRate: t.float({
      nullable: true,
      description: '`trialsConverted` of these and `trialsLost`, 0 to 1; null where there are none.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialConversionRate,
    }),
    pastDue: t.int({
      description: 'Whose charge failed and is being tried again: now, whatever the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).pastDue,
    }),
    failedRenewals: t.int({
      description: 'Periods after the first whose charge was declined in the range.',
      resolve: async ({ read }) => (await read(readRecovery)).failed,
    }),
    recoveredRenewals: t.int({
      description: 'How many of these were paid after all, by now.',
      resolve: async ({ read }) => (await read(readRecovery)).recovered,
    }),
    recoveryRate: t.float({
      nullable: true,
      description: '`recoveredRenewals` of `failedRenewals`, 0 to 1; null where none failed.',
      resolve: async ({ read }) => {
        const { failed, recovered } = await read(readRecovery);
        return shareOf(recovered, failed);
      },
    }),
    recurringRevenue: t.field({
      type: [RecurringRevenueObject],
      description: `MRR and ARR by currency, the one with most subscriptions first, at most ${maxCurrencies}.`,
      extensions: { scans: 1, longest: maxCurrencies },
      resolve: async ({ read }) => (await read(listRecurringRevenue)).slice(0, maxCurrencies),
    }),
    byPlan: t.field({
      type: [PlanFiguresObject],
      description: 'Those active at the end, by product and currency: the most first.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: async ({ read }, { limit: given }) => {
        const limit = readLimit(given, maxLimit);
        return (await read(listPlans)).slice(0, limit);
      },
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'All that had begun by the range’s end, by their status now.',
      extensions: { scans: 1, longest: subscriptionOrderStatuses.length },
      resolve: async ({ read }) => (await read(countByStatus)).map(({ status, orders }) => ({ status, count: orders })),
    }),
    retention: t.field({
      type: [RetentionObject],
      description: `How many of those that began in the range lasted 1 to ${maxRetentionMonths} months.`,
      extensions: { scans: 1, longest: maxRetentionMonths },
      resolve: ({ read }) => read(readRetention),
    }),
    previous: t.field({
      type: SubscriptionAnalysisObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      extensions: { scans: 2 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(SubscriptionAnalysisObject, (analysis) => analysis);

builder.queryField('subscriptionAnalysis', (t) =>
  t.field({
    type: SubscriptionAnalysisObject,
    description: 'Subscriptions of a range of time: churn, trials, recurring revenue, retention. For the merchant.',
    args: analysisArguments(),
    extensions: { scans: 2 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
