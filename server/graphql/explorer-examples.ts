/** What the dashboard's explorer begins with: a tab for each question. All of it runs as it stands. */

interface Asked {
  readonly storeId: string;
  readonly currency: string;
  readonly now: Date;
}

/** Queries about one store. */
export const explorerExamples = ({ storeId, currency, now }: Asked): readonly string[] => [
  `# Ctrl-Space shows what else there is, Ctrl-Enter runs. Nothing here changes anything: there are queries only.
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
  `# Payments since the first of the month. For the next page, give the last id as "cursor".
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
];

const monthOf = (now: Date): string => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
