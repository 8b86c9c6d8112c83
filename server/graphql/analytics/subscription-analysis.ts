/** `subscriptionAnalysis`: active subscriptions, churn, trials and recurring revenue. */

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
import { type Analysis, readAnalysis } from './analysis.ts';
import { analysisArguments, topArgument } from './analysis-arguments.ts';
import { markProvider } from './provider-mark.ts';
import { StatusCountObject } from './shapes.ts';

const maxCurrencies = 50;

const recurring = 'without tax. Weekly prices count 52 times a year, quarterly prices 4 times, yearly prices once.';

const RecurringRevenueObject = builder.objectRef<RecurringRevenue>('RecurringRevenue').implement({
  description: 'The recurring revenue in one currency of subscriptions active at the end of the range.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    active: t.exposeInt('active', { description: 'The number of subscriptions active at the end of the range.' }),
    mrr: t.string({
      description: `The monthly recurring revenue (MRR), ${recurring}`,
      resolve: ({ mrrMinor, currency }) => formatAmount(mrrMinor, currency),
    }),
    arr: t.string({
      description: `The annual recurring revenue (ARR), ${recurring}`,
      resolve: ({ arrMinor, currency }) => formatAmount(arrMinor, currency),
    }),
  }),
});

const PlanFiguresObject = builder.objectRef<PlanFigures>('PlanFigures').implement({
  description: 'The subscriptions to one product in one currency that were active at the end of the range.',
  fields: (t) => ({
    productId: t.id({ description: '`PROD_xxx`.', resolve: ({ productId }) => toShortId('PROD', productId) }),
    name: t.exposeString('name', { description: 'The current name in the environment of the call.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    active: t.exposeInt('active', { description: 'The number of subscriptions active at the end of the range.' }),
    mrr: t.string({
      description: `The monthly recurring revenue, ${recurring}`,
      resolve: ({ mrrMinor, currency }) => formatAmount(mrrMinor, currency),
    }),
  }),
});

const RetentionObject = builder.objectRef<Retention>('SubscriptionRetention').implement({
  description: 'The retention of subscriptions after a number of months.',
  fields: (t) => ({
    months: t.exposeInt('months', { description: 'The number of months since the first paid period.' }),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'The number of subscriptions started in the range that could have reached that age by its end.',
    }),
    retained: t.exposeInt('retained', { description: 'How many of these lasted at least that long.' }),
    rate: t.float({
      nullable: true,
      description: '`retained` divided by `subscriptions`, 0 to 1; null without subscriptions.',
      resolve: ({ retained, subscriptions }) => shareOf(retained, subscriptions),
    }),
  }),
});

export const SubscriptionAnalysisObject = builder.objectRef<Analysis>('SubscriptionAnalysis');
SubscriptionAnalysisObject.implement({
  description:
    'The subscriptions of a time range. A subscription is active from the start of its first paid period (the end of its ' +
    'trial) until it ends, including while it is past due or canceling.',
  fields: (t) => ({
    activeAtStart: t.int({
      description: 'The number of subscriptions active at the start of the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).activeAtStart,
    }),
    activeAtEnd: t.int({
      description: '`activeAtStart` plus `started` minus `ended`.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).activeAtEnd,
    }),
    growth: t.float({
      nullable: true,
      description: 'The change from `activeAtStart` to `activeAtEnd`: 0.25 is a quarter more. Null if none was active.',
      resolve: async ({ read }) => {
        const { activeAtEnd, activeAtStart } = await read(readSubscriptionFigures);
        return growthOf(activeAtEnd, activeAtStart);
      },
    }),
    started: t.int({
      description: 'The number of subscriptions whose first paid period began in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).started,
    }),
    ended: t.int({
      description: 'The number of active subscriptions that ended in the range, including those started in it.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).ended,
    }),
    churned: t.int({
      description: 'The number of subscriptions active at the start that ended in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).churned,
    }),
    churnShare: t.float({
      nullable: true,
      description: '`churned` divided by `activeAtStart`, 0 to 1; null if none was active.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).churnRate,
    }),
    trialsBegun: t.int({
      description: 'The number of trials started in the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsBegun,
    }),
    trialingAtEnd: t.int({
      description: 'The number of subscriptions in a trial at the end of the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialingAtEnd,
    }),
    trialsConverted: t.int({
      description: 'The number of trials that ended in the range and have been paid since.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsConverted,
    }),
    trialsLost: t.int({
      description: 'The number of trials that ended in the range and were never paid.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialsLost,
    }),
    trialConversionRate: t.float({
      nullable: true,
      description: '`trialsConverted` divided by all ended trials, 0 to 1; null without any.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).trialConversionRate,
    }),
    pastDue: t.int({
      description:
        'The number of subscriptions whose charge failed and is being retried: now, regardless of the range.',
      resolve: async ({ read }) => (await read(readSubscriptionFigures)).pastDue,
    }),
    failedRenewals: t.int({
      description: 'The number of renewals whose charge was declined in the range.',
      resolve: async ({ read }) => (await read(readRecovery)).failed,
    }),
    recoveredRenewals: t.int({
      description: 'How many of these have been paid since.',
      resolve: async ({ read }) => (await read(readRecovery)).recovered,
    }),
    recoveryRate: t.float({
      nullable: true,
      description: '`recoveredRenewals` divided by `failedRenewals`, 0 to 1; null if none failed.',
      resolve: async ({ read }) => {
        const { failed, recovered } = await read(readRecovery);
        return shareOf(recovered, failed);
      },
    }),
    recurringRevenue: t.field({
      type: [RecurringRevenueObject],
      description: `MRR and ARR by currency, the one with most subscriptions first, at most ${maxCurrencies}.`,
      extensions: { scans: 1, maxLength: maxCurrencies },
      resolve: async ({ read }) => (await read(listRecurringRevenue)).slice(0, maxCurrencies),
    }),
    byPlan: t.field({
      type: [PlanFiguresObject],
      description: 'The subscriptions active at the end, by product and currency; most first.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: async ({ read }, { limit: requestedLimit }) => {
        const limit = readLimit(requestedLimit, maxLimit);
        return (await read(listPlans)).slice(0, limit);
      },
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'All subscriptions started before the end of the range, by current status.',
      extensions: { scans: 1, maxLength: subscriptionOrderStatuses.length },
      resolve: async ({ read }) => (await read(countByStatus)).map(({ status, orders }) => ({ status, count: orders })),
    }),
    retention: t.field({
      type: [RetentionObject],
      description: `For subscriptions that started in the range: how many lasted 1 to ${maxRetentionMonths} months.`,
      extensions: { scans: 1, maxLength: maxRetentionMonths },
      resolve: ({ read }) => read(readRetention),
    }),
    previous: t.field({
      type: SubscriptionAnalysisObject,
      nullable: true,
      description:
        'The same figures for the previous range of equal length. For whole months, it has the same number of months.',
      extensions: { scans: 2 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(SubscriptionAnalysisObject, (analysis) => analysis);

builder.queryField('subscriptionAnalysis', (t) =>
  t.field({
    type: SubscriptionAnalysisObject,
    description:
      'The subscriptions of a time range: churn, trials, recurring revenue and retention. For the merchant only.',
    args: analysisArguments(),
    extensions: { scans: 2 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
