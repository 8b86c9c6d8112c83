import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { CancelButton } from '#components/dashboard/orders/cancel-button.tsx';
import { ChangePlan } from '#components/dashboard/orders/change-plan.tsx';
import { ChangeQuote } from '#components/dashboard/orders/change-quote.tsx';
import { CustomerSummary } from '#components/dashboard/orders/customer-summary.tsx';
import { PauseButton } from '#components/dashboard/orders/pause-button.tsx';
import { PaymentList } from '#components/dashboard/orders/payment-list.tsx';
import { RefundButton } from '#components/dashboard/orders/refund-button.tsx';
import { RefundRequests } from '#components/dashboard/orders/refund-requests.tsx';
import { ResumeButton } from '#components/dashboard/orders/resume-button.tsx';
import { ScheduledChange } from '#components/dashboard/orders/scheduled-change.tsx';
import { SubscriptionDetails } from '#components/dashboard/orders/subscription-details.tsx';
import { OrderBadges } from '#components/dashboard/status-badge.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { readOrderHistory } from '#server/billing/orders/data/order-history.ts';
import { findStoreOrder } from '#server/billing/orders/data/store-orders.ts';
import { isCancelable, isReactivatable } from '#server/billing/orders/rules/order.ts';
import { displayStatusesOf } from '#server/billing/orders/rules/order-display-status.ts';
import { findMethodInUse } from '#server/billing/payment-methods/payment-methods.ts';
import { listOrderPayments } from '#server/billing/payments/payments.ts';
import { listOrderTickets } from '#server/billing/refunds/refund-tickets.ts';
import { listOrderRefunds } from '#server/billing/refunds/refunds.ts';
import { isRefundable } from '#server/billing/refunds/rules/refund.ts';
import { isPausable, isPaused, plannedPeriodEnd, resumedDates } from '#server/billing/subscriptions/rules/pause.ts';
import { isBillable } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { formatTax } from '#server/domain/amounts.ts';
import { periodNames } from '#server/domain/billing-calendar.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { readClock } from '#server/platform/clock.ts';
import { settings } from '#server/platform/settings.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { countryName } from '../../country-choices.ts';
import { decidable } from '../../request-entry.ts';
import { eventPageIn, eventsShown, OrderActivity } from './order-activity.tsx';
import { isUpdating } from './order-notifications.ts';
import { Purpose, paymentLine, storedMethod } from './payment-lines.tsx';
import { chargeableMethod, readPlanChange } from './plan-change.ts';
import { refundable, refundableMinorOf, refundLine, refundsOf } from './refund-lines.ts';

export async function generateMetadata({ params }: StorePageProps<'orderId'>): Promise<Metadata> {
  return { title: `Order ${(await params).orderId}` };
}

export default async function OrderPage({ params, searchParams }: StorePageProps<'orderId'>) {
  const { orderId } = await params;
  const { db, store, environment, scope, base } = await requireScope(params, `/orders/${orderId}`);
  const uuid = fromShortId('ORD', orderId);
  const found = uuid && (await findStoreOrder(db, scope, uuid));
  if (!found) notFound();
  const { order, productName } = found;
  const now = readClock();
  const before = eventPageIn((await searchParams).before);
  const [payments, tickets, refunds, history, method, change] = await Promise.all([
    listOrderPayments(db, order),
    listOrderTickets(db, order),
    listOrderRefunds(db, order),
    readOrderHistory(db, scope, order.id, { limit: eventsShown, before }),
    order.productType === 'subscription' ? findMethodInUse(db, order) : undefined,
    order.productType === 'subscription' ? readPlanChange(db, { order, store, base }) : undefined,
  ]);
  const id = toShortId('ORD', order.id);
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency);
  const isPending = order.status === 'pending';
  const storeNow = storeTime(store, environment, now);
  // A cancellation ends a pause first.
  const periodEnd = (isPaused(order) ? resumedDates(order, storeNow) : order).currentPeriodEnd?.toISOString();
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const interval = order.billingPeriod ? ` every ${periodNames[order.billingPeriod]}` : '';
  const bought = { customer: order.buyerEmail, productName, isBillable: isBillable(order.status) };
  return (
    <>
      {(isPending || refunds.some(({ status }) => status === 'pending') || isUpdating(history, now)) && <AutoRefresh />}
      <PageHeader
        title={`${money(order.totalMinor)}${interval} for ${productName}`}
        parent={{ href: `${base}/orders`, label: 'Orders' }}
        mark={<OrderBadges statuses={displayStatusesOf(order)} isPaused={isPaused(order)} />}
        actions={
          <>
            {order.productType === 'subscription' && change && (
              <ChangePlan
                orderId={id}
                environment={environment}
                productName={productName}
                customer={order.buyerEmail}
                currency={order.currency}
                plans={change.plans}
                method={chargeableMethod(order, method)}
                isPastDue={order.status === 'past_due'}
                isCanceling={order.status === 'canceling'}
                state={change.state}
              />
            )}
            <ResumeButton
              orderId={id}
              environment={environment}
              productName={productName}
              customer={order.buyerEmail}
              status={order.status}
              isPaused={isPaused(order)}
              next={
                periodEnd && (isPaused(order) || isReactivatable(order, storeNow))
                  ? { total: money(order.totalMinor), at: periodEnd }
                  : null
              }
            />
            <PauseButton
              orderId={id}
              environment={environment}
              productName={productName}
              customer={order.buyerEmail}
              isPaused={isPaused(order)}
              isPausable={isPausable(order)}
            />
            <CancelButton
              orderId={id}
              environment={environment}
              productType={order.productType}
              productName={productName}
              customer={order.buyerEmail}
              status={order.status}
              // The order of a plan change ends with its session, or with "Keep current plan" on the subscription's page.
              isCancelable={isCancelable(order) && !(isPending && change?.replaces)}
              periodEnd={periodEnd}
            />
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {order.productType === 'subscription' && change && (
            <CardSection title="Subscription">
              <SubscriptionDetails
                order={order}
                total={money(order.totalMinor)}
                retryDays={settings().renewalRetryDays}
                method={method ? storedMethod(method) : null}
                nextCharge={change.nextCharge}
                credit={change.credit}
                now={storeNow}
              >
                {change.state === 'scheduled' && change.next && (
                  <Definition term="Scheduled change">
                    <ScheduledChange
                      orderId={id}
                      environment={environment}
                      productName={productName}
                      change={change.next}
                      at={plannedPeriodEnd(order)?.toISOString()}
                    />
                  </Definition>
                )}
                {change.state === 'replaced' && change.next && (
                  <Definition term="Replaced by">
                    <OrderLink {...change.next} />
                  </Definition>
                )}
                {change.replaces && (
                  <Definition term={order.startedAt ? 'Replaces' : isPending ? 'Will replace' : 'Did not replace'}>
                    <OrderLink {...change.replaces} />
                  </Definition>
                )}
              </SubscriptionDetails>
            </CardSection>
          )}
          {change?.summary && (
            <CardSection title="Plan change">
              <ChangeQuote summary={change.summary} isConfirmed={order.startedAt !== null} />
            </CardSection>
          )}
          <CardSection title="Order">
            <DefinitionList>
              <Definition term="Product">
                <Link
                  href={`${base}/products/${toShortId('PROD', order.productId)}`}
                  className="text-link underline underline-offset-2"
                >
                  {productName}
                </Link>
              </Definition>
              <Definition term="Subtotal">{money(order.subtotalMinor)}</Definition>
              <Definition term={formatTax(order)}>{money(order.taxMinor)}</Definition>
              <Definition term="Total">
                <strong className="font-semibold">{money(order.totalMinor)}</strong>
              </Definition>
              <Definition term="Created">
                <Time value={order.createdAt} />
              </Definition>
              {isPending && (
                <Definition term="Expires">
                  <Time value={order.expiresAt} />
                </Definition>
              )}
              {order.merchantExternalId && <Definition term="Your reference">{order.merchantExternalId}</Definition>}
              <Definition term="Order ID">
                <CopyField value={id} label="order ID" className="max-w-sm" />
              </Definition>
            </DefinitionList>
          </CardSection>
          <CardSection title="Payments" flush>
            <PaymentList
              payments={payments.map((payment) => ({
                ...paymentLine(payment, base),
                about: payments.length > 1 || order.billingPeriod ? <Purpose payment={payment} order={order} /> : null,
                refunds: refundsOf(payment, refunds).map(refundLine),
                refundButton: isRefundable(payment) && (
                  <RefundButton {...refundable(payment, refunds, tickets)} {...bought} environment={environment} />
                ),
              }))}
            />
          </CardSection>
          {tickets.length > 0 && (
            <CardSection title="Refund requests" flush>
              <RefundRequests
                environment={environment}
                requests={tickets.map((ticket) => ({
                  ...decidable(ticket, refundableMinorOf(byId.get(ticket.paymentId), refunds)),
                  ...bought,
                  reason: ticket.reason,
                  reviewNote: ticket.reviewNote,
                  createdAt: ticket.createdAt,
                }))}
              />
            </CardSection>
          )}
          <CardSection title="Customer">
            <CustomerSummary
              email={order.buyerEmail}
              identity={order.buyerIdentity}
              billing={order.billingDetail}
              country={order.billingDetail ? countryName(order.billingDetail.country) : undefined}
              customerHref={order.customerId && `${base}/customers/${order.customerId}`}
            />
          </CardSection>
        </div>
        <OrderActivity
          history={history}
          payments={payments}
          customer={order.buyerEmail}
          base={base}
          id={id}
          isOlder={before !== undefined}
        />
      </div>
    </>
  );
}

const OrderLink = ({ plan, href }: { plan: string; href: string }) => (
  <Link href={href} className="text-link underline underline-offset-2">
    {plan}
  </Link>
);
