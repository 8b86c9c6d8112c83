/** The analyses of the GraphQL schema with all their fields, over the last ninety days in USD. */

const dayMs = 24 * 60 * 60 * 1000;

export function analysisQueries(now: Date): Record<string, string> {
  const from = new Date(now.getTime() - 90 * dayMs).toISOString();
  const args = `currency: "USD", range: { from: "${from}", to: "${now.toISOString()}" }`;
  const product = 'name netRevenue orders payments product { __typename } productId refunded refunds revenue type';
  const method = 'attempts failed name succeeded successRate';
  const tax = 'collected currency name net payments refunded taxable taxableRefunded';
  return {
    orderStatistics: `{ orderStatistics(${args}) {
      bought byInterval(interval: DAY) { byStatus { count status } start total } byProductType { bought productType total }
      byStatus { count status } conversionRate growth provider total values { averageOrderValue currency orders total } } }`,
    paymentStatistics: `{ paymentStatistics(${args}) {
      attempts averageAttempts byCardBrand { ${method} } byCountry { country currency payments revenue }
      byCurrency { currency payments revenue } byInterval(interval: DAY) { failed netRevenue refunded revenue start succeeded }
      byMethod { ${method} } declineReasons { code count share } due failed growth paidRate pending provider succeeded
      successShare } }`,
    productStatistics: `{ productStatistics(${args}) { provider topByOrders { ${product} } topByRevenue { ${product} } } }`,
    trendAnalysis: `{ trendAnalysis(${args}, interval: DAY, metric: ACTIVE_SUBSCRIPTIONS) {
      growth points { growth movingAverage start value } previousTotal provider total } }`,
    distributionAnalysis: `{ distributionAnalysis(${args}, metric: LIFETIME_VALUE) {
      count histogram { count from to } max mean median min percentiles { amount percentile } provider sum } }`,
    customerAnalysis: `{ customerAnalysis(${args}) {
      averageLifetimeValue buyers cohorts { month months { active number retention revenue revenuePerCustomer } size }
      growth new provider repeatRate returning
      topCustomers { buyerIdentity country customerId email firstOrderAt orders payments spent } } }`,
    taxAnalysis: `{ taxAnalysis(${args}) { byName { ${tax} } byRate { ${tax} country rate state } provider } }`,
    subscriptionAnalysis: `{ subscriptionAnalysis(${args}) {
      activeAtEnd activeAtStart byPlan { active currency mrr name productId } byStatus { count status } churnShare churned ended
      failedRenewals growth pastDue provider recoveredRenewals recoveryRate recurringRevenue { active arr currency mrr }
      retention { months rate retained subscriptions } started trialConversionRate trialingAtEnd trialsBegun trialsConverted
      trialsLost } }`,
    refundTicketAnalysis: `{ refundTicketAnalysis(${args}) {
      amounts { asked currency refunded tickets } approvalShare byStatus { count status } growth provider
      reasons { count reason } reviewTime { mean median p90 reviewed } total } }`,
  };
}
