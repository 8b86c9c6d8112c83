import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageOf, pagesBeside, paramsOf } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { CustomerDetails } from '#components/dashboard/customers/customer-details.tsx';
import { OpenPortalButton } from '#components/dashboard/customers/open-portal-button.tsx';
import { TicketList } from '#components/dashboard/customers/ticket-list.tsx';
import { OrderTable } from '#components/dashboard/orders/order-table.tsx';
import { Timeline } from '#components/dashboard/orders/timeline.tsx';
import { PaymentTable } from '#components/dashboard/payments/payment-table.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { searchOrders } from '#server/billing/orders/data/order-search.ts';
import { searchPayments } from '#server/billing/payments/data/payment-search.ts';
import { findCustomer, listCustomerTickets, listEventsOfOrders, readSpent } from '#server/customers/data/customers.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { countryName } from '../../country-choices.ts';
import { listedOrderLine } from '../../order-line.ts';
import { describeHistory } from '../../orders/[orderId]/order-timeline.ts';
import { paymentRow } from '../../payments/payment-row.ts';
import { customerName, netSpent } from '../customer-line.ts';

export const metadata: Metadata = { title: 'Customer' };

const shownOrders = 10;
const shownPayments = 5;
const shownTickets = 5;
const shownEvents = 60;

export default async function CustomerPage({ params, searchParams }: StorePageProps<'customerId'>) {
  const { customerId } = await params;
  const { db, scope, base, store, environment } = await requireScope(params, `/customers/${customerId}`);
  const customer = isUuid(customerId) ? await findCustomer(db, scope, customerId) : undefined;
  if (!customer) notFound();
  const { id } = customer;
  const filter = { customerId: id, statuses: [], oldestFirst: false, byNextCharge: false };
  const [orders, payments, tickets, spent] = await Promise.all([
    searchOrders(db, scope, filter, pageOf(paramsOf(await searchParams)), shownOrders),
    searchPayments(db, scope, { ...filter, isRefunded: false }, {}, shownPayments),
    listCustomerTickets(db, scope, id, shownTickets),
    readSpent(db, scope, [id]),
  ]);
  const events = await listEventsOfOrders(
    db,
    scope,
    orders.rows.map((order) => order.id),
    shownEvents,
  );
  const href = `${base}/customers/${id}`;
  const filteredBy = (list: string) => `${base}/${list}?customer=${id}`;
  return (
    <>
      <PageHeader
        title={customerName(customer)}
        parent={{ href: `${base}/customers`, label: 'Customers' }}
        actions={
          <>
            {environment === 'test' && <OpenPortalButton storeId={toShortId('STO', store.id)} customerId={id} />}
            <ButtonLink href={filteredBy('orders')}>View orders</ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <CardSection title="Customer">
            <CustomerDetails
              email={customer.email}
              identity={customer.identity}
              orders={customer.orders}
              firstOrderAt={customer.firstOrderAt}
              lastOrderAt={customer.lastOrderAt}
              country={customer.country && countryName(customer.country)}
              spent={(spent.get(id) ?? []).map((each) => ({
                net: netSpent(each),
                refunded: each.refundedMinor > 0n ? formatMoney(each.refundedMinor, each.currency) : null,
              }))}
            />
          </CardSection>
          <CardSection title="Orders" description="Paid orders and trials, newest first." flush>
            <OrderTable caption="Orders" orders={orders.rows.map(listedOrderLine)} base={base} isSingleCustomer />
            <Pagination {...pagesBeside(href, '', orders)} />
          </CardSection>
          <CardSection
            title="Recent payments"
            flush
            action={
              payments.older && (
                <ButtonLink size="small" variant="ghost" href={filteredBy('payments')}>
                  View all payments
                </ButtonLink>
              )
            }
          >
            <PaymentTable payments={payments.rows.map(paymentRow)} base={base} isSingleCustomer />
          </CardSection>
          {tickets.length > 0 && (
            <CardSection title="Refund requests" flush>
              <TicketList
                tickets={tickets.map(({ ticket }) => ({
                  id: ticket.id,
                  status: ticket.status,
                  amount: formatMoney(ticket.amountMinor, ticket.currency),
                  reason: ticket.reason,
                  createdAt: ticket.createdAt,
                  href: `${base}/orders/${toShortId('ORD', ticket.orderId)}`,
                }))}
              />
            </CardSection>
          )}
        </div>
        <CardSection title="Activity" description="Events of the orders on this page.">
          <Timeline entries={describeHistory(events.toReversed(), [])} />
          <p className="mt-4 border-t border-border pt-3 text-sm">
            <Link
              href={filteredBy('subscriptions')}
              className="inline-block py-1 text-link underline underline-offset-2"
            >
              View subscriptions
            </Link>
          </p>
        </CardSection>
      </div>
    </>
  );
}
