/** Saved filters of the dashboard's lists. */

import { readOrderFilter } from '#server/billing/orders/rules/order-filter.ts';
import { readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';

/** The lists with saved filters. */
export const viewedLists = ['orders', 'subscriptions', 'payments', 'customers'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** The limits per account and list, and of names and filters. */
export const maxViews = 30;
export const maxViewNameLength = 60;
export const maxViewQueryLength = 2000;

const readers: Readonly<Record<ViewedList, (params: URLSearchParams) => { readonly query: string }>> = {
  orders: (params) => readOrderFilter(params),
  subscriptions: (params) => readOrderFilter(params, 'subscription'),
  payments: readPaymentFilter,
  customers: readCustomerFilter,
};

/** Normalizes the filter in a URL's query for a list; empty without one. */
export const viewQuery = (list: ViewedList, address: string): string =>
  readers[list](new URLSearchParams(address)).query;
