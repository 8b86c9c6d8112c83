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
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount, shortId } from '../field-options.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { analysisObject, figuresOf } from './analysis.ts';
import { topArgument } from './analysis-arguments.ts';
import { StatusCountObject } from './shapes.ts';

const figure = figuresOf(readSubscriptionFigures);
const recoveryFigure = figuresOf(readRecovery);

const maxCurrencies = 50;

const recurring = 'without tax. Weekly prices count 52 times a year, quarterly prices 4 times, yearly prices once.';

const RecurringRevenueObject = builder.objectRef<RecurringRevenue>('RecurringRevenue').implement({
  description: 'The recurring revenue in one currency of subscriptions active at the end of the range.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    active: t.exposeInt('active', { description: 'The number of subscriptions active at the end of the range.' }),
    mrr: t.string(amount('mrrMinor', `The monthly recurring revenue (MRR), ${recurring}`)),
    arr: t.string(amount('arrMinor', `The annual recurring revenue (ARR), ${recurring}`)),
  }),
});

const PlanFiguresObject = builder.objectRef<PlanFigures>('PlanFigures').implement({
  description: 'The subscriptions to one product in one currency that were active at the end of the range.',
  fields: (t) => ({
    productId: t.id(shortId('PROD', 'productId', '`PROD_xxx`.')),
    name: t.exposeString('name', { description: 'The current name in the environment of the call.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    active: t.exposeInt('active', { description: 'The number of subscriptions active at the end of the range.' }),
    mrr: t.string(amount('mrrMinor', `The monthly recurring revenue, ${recurring}`)),
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

export const SubscriptionAnalysisObject = analysisObject('SubscriptionAnalysis', {
  query: 'subscriptionAnalysis',
  queryDescription:
    'The subscriptions of a time range: churn, trials, recurring revenue and retention. For the merchant only.',
  scans: 2,
  description:
    'The subscriptions of a time range. A subscription is active from the start of its first paid period (the end of its ' +
    'trial) until it ends, including while it is past due or canceling.',
  fields: (t) => ({
    activeAtStart: t.int(figure('activeAtStart', 'The number of subscriptions active at the start of the range.')),
    activeAtEnd: t.int(figure('activeAtEnd', '`activeAtStart` plus `started` minus `ended`.')),
    growth: t.float({
      nullable: true,
      description: 'The change from `activeAtStart` to `activeAtEnd`: 0.25 is a quarter more. Null if none was active.',
      resolve: async ({ read }) => {
        const { activeAtEnd, activeAtStart } = await read(readSubscriptionFigures);
        return growthOf(activeAtEnd, activeAtStart);
      },
    }),
    started: t.int(figure('started', 'The number of subscriptions whose first paid period began in the range.')),
    ended: t.int(
      figure('ended', 'The number of active subscriptions that ended in the range, including those started in it.'),
    ),
    churned: t.int(figure('churned', 'The number of subscriptions active at the start that ended in the range.')),
    churnShare: t.float({
      nullable: true,
      ...figure('churnRate', '`churned` divided by `activeAtStart`, 0 to 1; null if none was active.'),
    }),
    trialsBegun: t.int(figure('trialsBegun', 'The number of trials started in the range.')),
    trialingAtEnd: t.int(figure('trialingAtEnd', 'The number of subscriptions in a trial at the end of the range.')),
    trialsConverted: t.int(
      figure('trialsConverted', 'The number of trials that ended in the range and have been paid since.'),
    ),
    trialsLost: t.int(figure('trialsLost', 'The number of trials that ended in the range and were never paid.')),
    trialConversionRate: t.float({
      nullable: true,
      ...figure('trialConversionRate', '`trialsConverted` divided by all ended trials, 0 to 1; null without any.'),
    }),
    pastDue: t.int(
      figure(
        'pastDue',
        'The number of subscriptions whose charge failed and is being retried: now, regardless of the range.',
      ),
    ),
    failedRenewals: t.int(recoveryFigure('failed', 'The number of renewals whose charge was declined in the range.')),
    recoveredRenewals: t.int(recoveryFigure('recovered', 'How many of these have been paid since.')),
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
  }),
});
