import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { RefundButton } from '#components/dashboard/orders/refund-button.tsx';
import { RefundList } from '#components/dashboard/orders/refund-list.tsx';
import { RefundRequests } from '#components/dashboard/orders/refund-requests.tsx';
import { Timeline } from '#components/dashboard/orders/timeline.tsx';
import { PaymentDetails } from '#components/dashboard/payments/payment-details.tsx';
import { PaymentBadge } from '#components/dashboard/status-badge.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { findStorePayment } from '#server/billing/payments/data/payment-search.ts';
import { listOrderTickets } from '#server/billing/refunds/refund-tickets.ts';
import { listOrderRefunds } from '#server/billing/refunds/refunds.ts';
import { isRefundable } from '#server/billing/refunds/rules/refund.ts';
import { isBillable } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { formatTax } from '#server/domain/amounts.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { isLivePayment } from '#server/domain/payment.ts';
import { listPaymentEvents } from '#server/events/data/events.ts';
import { describeHistory } from '../../orders/[orderId]/order-timeline.ts';
import { Purpose, paymentLine } from '../../orders/[orderId]/payment-lines.tsx';
import { refundable, refundableMinorOf, refundLine, refundsOf } from '../../orders/[orderId]/refund-lines.ts';
import { decidable } from '../../request-entry.ts';

export async function generateMetadata({ params }: StorePageProps<'paymentId'>): Promise<Metadata> {
  return { title: `Payment ${(await params).paymentId}` };
}

export default async function PaymentPage({ params }: StorePageProps<'paymentId'>) {
  const { paymentId } = await params;
  const { db, environment, scope, base } = await requireScope(params, `/payments/${paymentId}`);
  const uuid = fromShortId('PAY', paymentId);
  const found = uuid && (await findStorePayment(db, scope, uuid));
  if (!found) notFound();
  const { payment, order, productName } = found;
  const id = toShortId('PAY', payment.id);
  const [allRefunds, allTickets, history] = await Promise.all([
    listOrderRefunds(db, order),
    listOrderTickets(db, order),
    listPaymentEvents(db, scope, order.id, id),
  ]);
  const refunds = refundsOf(payment, allRefunds);
  const tickets = allTickets.filter((ticket) => ticket.paymentId === payment.id);
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency);
  const bought = { customer: order.buyerEmail, productName, isBillable: isBillable(order.status) };
  const line = paymentLine(payment, base);
  return (
    <>
      {(isLivePayment(payment.status) || refunds.some(({ status }) => status === 'pending')) && <AutoRefresh />}
      <PageHeader
        title={`${line.amount} for ${productName}`}
        parent={{ href: `${base}/payments`, label: 'Payments' }}
        mark={<PaymentBadge status={payment.status} />}
        actions={
          <>
            {line.receiptPath && (
              <ButtonLink href={line.receiptPath} variant="ghost" prefetch={false}>
                Receipt (PDF)
              </ButtonLink>
            )}
            {isRefundable(payment) && (
              <RefundButton {...refundable(payment, allRefunds, tickets)} {...bought} environment={environment} />
            )}
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <CardSection title="Payment">
            <PaymentDetails
              {...line}
              id={id}
              purpose={<Purpose payment={payment} order={order} />}
              tax={{ name: formatTax(payment), amount: money(payment.taxMinor) }}
              failureCode={payment.failureCode}
              provider={payment.provider}
              providerPaymentId={payment.providerPaymentId}
              succeededAt={payment.succeededAt}
              order={{
                name: `${productName}, ${money(order.totalMinor)}`,
                href: `${base}/orders/${toShortId('ORD', order.id)}`,
              }}
              customer={
                order.buyerEmail && {
                  name: order.buyerEmail,
                  href: order.customerId && `${base}/customers/${order.customerId}`,
                }
              }
            />
          </CardSection>
          {refunds.length > 0 && (
            <CardSection title="Refunds">
              <RefundList refunds={refunds.map(refundLine)} />
            </CardSection>
          )}
          {tickets.length > 0 && (
            <CardSection title="Refund requests" flush>
              <RefundRequests
                environment={environment}
                requests={tickets.map((ticket) => ({
                  ...decidable(ticket, refundableMinorOf(payment, allRefunds)),
                  ...bought,
                  reason: ticket.reason,
                  reviewNote: ticket.reviewNote,
                  createdAt: ticket.createdAt,
                }))}
              />
            </CardSection>
          )}
        </div>
        <CardSection title="Activity">
          <Timeline entries={describeHistory(history, [payment])} />
        </CardSection>
      </div>
    </>
  );
}
