import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { AutoRefresh } from '../../../../../../components/dashboard/auto-refresh.tsx';
import { BuyerDetails } from '../../../../../../components/dashboard/orders/buyer-details.tsx';
import { CancelButton } from '../../../../../../components/dashboard/orders/cancel-button.tsx';
import { PaymentList } from '../../../../../../components/dashboard/orders/payment-list.tsx';
import { RefundButton } from '../../../../../../components/dashboard/orders/refund-button.tsx';
import { RefundRequests } from '../../../../../../components/dashboard/orders/refund-requests.tsx';
import { SubscriptionDetails } from '../../../../../../components/dashboard/orders/subscription-details.tsx';
import { Timeline } from '../../../../../../components/dashboard/orders/timeline.tsx';
import { OrderBadge } from '../../../../../../components/dashboard/status-badge.tsx';
import { CardSection } from '../../../../../../components/ui/card.tsx';
import { CopyField } from '../../../../../../components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '../../../../../../components/ui/definition-list.tsx';
import { PageHeader } from '../../../../../../components/ui/page-header.tsx';
import { Time } from '../../../../../../components/ui/time.tsx';
import { readClock } from '../../../../../../server/clock.ts';
import { formatTax } from '../../../../../../server/domain/amounts.ts';
import { fromShortId, toShortId } from '../../../../../../server/domain/ids.ts';
import { formatMoney } from '../../../../../../server/domain/money.ts';
import { isCancelable } from '../../../../../../server/domain/order.ts';
import { storeTime } from '../../../../../../server/domain/test-clock.ts';
import { listEvents } from '../../../../../../server/queries/events.ts';
import { listOrderPayments, type Payment } from '../../../../../../server/queries/payments.ts';
import { listOrderTickets } from '../../../../../../server/queries/refund-tickets.ts';
import { listOrderRefunds } from '../../../../../../server/queries/refunds.ts';
import { findStoreOrder } from '../../../../../../server/queries/store-orders.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';
import { decidable } from '../../request-entry.ts';
import { leftMinorOf, refundable, refundLine, refundsOf } from './refund-lines.ts';

interface Props {
  params: Promise<ScopeParams & { readonly orderId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Order ${(await params).orderId}` };
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

function cardName({ method, cardBrand, cardLast4 }: Payment): string {
  if (!cardLast4) return method;
  return `${brands[cardBrand ?? ''] ?? cardBrand ?? method} ending in ${cardLast4}`;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

export default async function OrderPage({ params }: Props) {
  const { orderId } = await params;
  const { db, store, environment, scope, base } = await requireScope(params, `/orders/${orderId}`);
  const uuid = fromShortId('ORD', orderId);
  const found = uuid && (await findStoreOrder(db, scope, uuid));
  if (!found) notFound();
  const { order, productName } = found;
  const [payments, tickets, refunds, events] = await Promise.all([
    listOrderPayments(db, order),
    listOrderTickets(db, order),
    listOrderRefunds(db, order),
    listEvents(db, scope, order.id),
  ]);
  const id = toShortId('ORD', order.id);
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency);
  const isPending = order.status === 'pending';
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  return (
    <>
      {(isPending || refunds.some(({ status }) => status === 'pending')) && <AutoRefresh />}
      <PageHeader
        title={`${money(order.totalMinor)} for ${productName}`}
        parent={{ href: `${base}/orders`, label: 'Orders' }}
        mark={<OrderBadge status={order.status} />}
        actions={
          isCancelable(order) && (
            <CancelButton
              orderId={id}
              environment={environment}
              productType={order.productType}
              status={order.status}
              periodEnd={order.currentPeriodEnd?.toISOString()}
            />
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
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
              <Definition term="Order id">
                <CopyField value={id} what="order id" className="max-w-sm" />
              </Definition>
            </DefinitionList>
          </CardSection>
          {order.billingPeriod && (
            <CardSection title="Subscription">
              <SubscriptionDetails
                {...order}
                billingPeriod={order.billingPeriod}
                total={money(order.totalMinor)}
                now={storeTime(store, environment, readClock())}
              />
            </CardSection>
          )}
          <CardSection title="Payments" flush>
            <PaymentList
              payments={payments.map((payment) => ({
                id: toShortId('PAY', payment.id),
                attempt: payment.attempt,
                status: payment.status,
                amount: formatMoney(payment.amountMinor, payment.currency),
                card: cardName(payment),
                failureReason: payment.failureReason,
                createdAt: payment.createdAt,
                receiptPath: payment.status === 'succeeded' ? `${base}/receipts/${toShortId('PAY', payment.id)}` : null,
                refunds: refundsOf(payment, refunds).map(refundLine),
                refundButton: leftMinorOf(payment, refunds) > 0 && (
                  <RefundButton {...refundable(payment, refunds, tickets)} environment={environment} />
                ),
                isOwed: payment.failureCode === 'came_too_late' && payment.unclosedSince !== null,
              }))}
            />
          </CardSection>
          {tickets.length > 0 && (
            <CardSection title="Refund requests" flush>
              <RefundRequests
                environment={environment}
                requests={tickets.map((ticket) => ({
                  ...decidable(ticket, leftMinorOf(byId.get(ticket.paymentId), refunds)),
                  status: ticket.status,
                  reason: ticket.reason,
                  reviewNote: ticket.reviewNote,
                  createdAt: ticket.createdAt,
                }))}
              />
            </CardSection>
          )}
          <CardSection title="Buyer">
            <BuyerDetails
              email={order.buyerEmail}
              identity={order.buyerIdentity}
              billing={order.billingDetail}
              country={order.billingDetail ? countryNames.of(order.billingDetail.country) : undefined}
            />
          </CardSection>
        </div>
        <CardSection title="What happened">
          <Timeline
            entries={events.map((event) => ({
              id: event.id,
              type: event.type,
              actor: event.actor.kind,
              data: event.data,
              createdAt: event.createdAt,
            }))}
          />
        </CardSection>
      </div>
    </>
  );
}
