/** The initial tabs of the dashboard's explorer. Every example runs unchanged. */

interface ExampleContext {
  readonly storeId: string;
  readonly currency: string;
  readonly now: Date;
}

export const explorerExamples = ({ storeId, currency, now }: ExampleContext): readonly string[] => [
  `# Ctrl-Space shows completions, and Ctrl-Enter runs the query. Queries are read-only.
query NewestOrders {
  onetimeOrders(storeId: "${storeId}", limit: 10) {
    id
    status
    buyerEmail
    total
    currency
    product {
      name
    }
    payments(limit: 3) {
      status
      failureReason
      refunds(limit: 3) {
        amount
        status
      }
    }
  }
  onetimeOrdersCount(storeId: "${storeId}")
}
`,
  `# Subscriptions whose last charge failed, with the next attempt.
query PastDue {
  subscriptionOrders(
    storeId: "${storeId}"
    filter: { status: { eq: "past_due" } }
    orderBy: { field: createdAt, direction: ASC }
  ) {
    id
    buyerEmail
    total
    currency
    pastDueSince
    nextChargeAt
  }
}
`,
  `# Payments since the first of the month. For the next page, pass the last id as "cursor".
query PaymentsThisMonth {
  payments(
    storeId: "${storeId}"
    filter: {
      createdAt: { gte: "${monthOf(now)}" }
      currency: { eq: "${currency}" }
    }
    limit: 50
  ) {
    id
    amount
    currency
    status
    method
    cardBrand
    succeededAt
    order {
      id
      buyerEmail
    }
  }
}
`,
  `# Revenue per day in the last 30 days, with the 7-day average, compared with the 30 days before.
query RevenueByDay {
  trendAnalysis(
    storeId: "${storeId}"
    metric: REVENUE
    currency: "${currency}"
    interval: DAY
    movingAverage: 7
    range: { from: "${daysBefore(now, 30)}", to: "${now.toISOString()}" }
  ) {
    total
    previousTotal
    growth
    points {
      start
      value
      movingAverage
      previous
    }
  }
}
`,
  `# Payment success and the top products of the last 30 days.
query Health {
  paymentStatistics(
    storeId: "${storeId}"
    range: { from: "${daysBefore(now, 30)}", to: "${now.toISOString()}" }
  ) {
    attempts
    successShare
    paidRate
    declineReasons {
      code
      count
    }
  }
  productStatistics(
    storeId: "${storeId}"
    currency: "${currency}"
    range: { from: "${daysBefore(now, 30)}", to: "${now.toISOString()}" }
  ) {
    topByRevenue(limit: 5) {
      name
      revenue
      orders
    }
  }
}
`,
];

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
const monthOf = (now: Date): string => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
