import type { CustomerLine } from '#components/dashboard/customers/customer-table.tsx';
import type { Customer, Spent } from '#server/customers/data/customers.ts';
import { formatMoney } from '#server/domain/money.ts';
import { countryName } from '../country-choices.ts';

/** What a customer is called: how they can be reached or, where that is not known, the merchant's own name for them. */
export const customerName = ({ email, identity }: Pick<Customer, 'email' | 'identity'>): string =>
  email ?? identity ?? 'Somebody';

/** What was paid, less what was given back. */
export const keptOf = ({ currency, paidMinor, refundedMinor }: Spent): string =>
  formatMoney(paidMinor - refundedMinor, currency);

/** A customer as the list shows them. */
export const customerLine = (customer: Customer, spent: readonly Spent[] = []): CustomerLine => ({
  id: customer.id,
  name: customerName(customer),
  identity: customer.identity && customer.identity !== customer.email && customer.email ? customer.identity : null,
  country: customer.country && countryName(customer.country),
  orders: customer.orders,
  spent: spent.map(keptOf),
  firstOrderAt: customer.firstOrderAt,
  lastOrderAt: customer.lastOrderAt,
});
