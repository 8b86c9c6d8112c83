import type { CustomerLine } from '#components/dashboard/customers/customer-table.tsx';
import type { Customer, Spent } from '#server/customers/data/customers.ts';
import { formatMoney } from '#server/domain/money.ts';
import { countryName } from '../country-choices.ts';

/** A customer's name: the email address or, without one, the merchant's ID for them. */
export const customerName = ({ email, identity }: Pick<Customer, 'email' | 'identity'>): string =>
  email ?? identity ?? 'Unknown customer';

/** The amount paid minus refunds, formatted. */
export const netSpent = ({ currency, paidMinor, refundedMinor }: Spent): string =>
  formatMoney(paidMinor - refundedMinor, currency);

/** A customer for the list. */
export const customerLine = (customer: Customer, spent: readonly Spent[] = []): CustomerLine => ({
  id: customer.id,
  name: customerName(customer),
  identity: customer.identity && customer.identity !== customer.email && customer.email ? customer.identity : null,
  country: customer.country && countryName(customer.country),
  orders: customer.orders,
  spent: spent.map(netSpent),
  firstOrderAt: customer.firstOrderAt,
  lastOrderAt: customer.lastOrderAt,
});
