/** Filters of the dashboard's lists that are kept under a name. */

import { readOrderFilter } from '#server/billing/orders/rules/order-filter.ts';
import { readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';

/** The lists whose filters can be kept. */
export const viewedLists = ['orders', 'subscriptions', 'payments', 'customers'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** As many as an account may keep of one list, and as long as their names and filters may be. */
export const maxViews = 30;
export const maxViewNameLength = 60;
export const maxViewQueryLength = 2000;

const readers: Readonly<Record<ViewedList, (params: URLSearchParams) => { readonly query: string }>> = {
  orders: (params) => readOrderFilter(params),
  subscriptions: (params) => readOrderFilter(params, 'subscription'),
  payments: readPaymentFilter,
  customers: readCustomerFilter,
};

/** What of an address is a filter of that list, always said in the same way; empty: nothing is. */
export const viewQuery = (list: ViewedList, address: string): string =>
  readers[list](new URLSearchParams(address)).query;
