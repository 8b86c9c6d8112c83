/** What the list of payments can be asked for. */
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { type DeclineCode, declineCodes } from '#server/domain/declines.ts';
import { type PaymentStatus, paymentStatuses } from '#server/domain/payment.ts';
import { readSaleFilter, type SaleFilter } from '../../orders/rules/sale-filter.ts';

/** What was paid for: a one-time product, a subscription, or more closely a period of one after the first. */
export const paymentTypes = ['onetime', 'subscription', 'renewal'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export interface PaymentFilter extends SaleFilter {
  /** Its id or its order's, or what orders are searched for by. */
  readonly search?: string | undefined;
  readonly statuses: readonly PaymentStatus[];
  readonly type?: PaymentType | undefined;
  /** Why it failed. */
  readonly decline?: DeclineCode | undefined;
  /** Only those of which something was given back, or is about to be. */
  readonly isRefunded: boolean;
  readonly oldestFirst: boolean;
}

/** Whether an index has what it asks for, so that it can be asked again every few seconds. */
export const isIndexedPaymentFilter = (filter: PaymentFilter): boolean => {
  const { search, type, currency, country, productId, decline, isRefunded } = filter;
  return !isRefunded && [search, type, currency, country, productId, decline].every((value) => value === undefined);
};

export function readPaymentFilter(params: URLSearchParams): ReadFilter<PaymentFilter> {
  const fields = addressFields(params);
  const filter = {
    search: fields.text('q'),
    statuses: fields.several('status', paymentStatuses),
    type: fields.one('type', paymentTypes),
    decline: fields.one('decline', declineCodes),
    isRefunded: fields.one('refunded', ['yes']) !== undefined,
    ...readSaleFilter(fields),
    oldestFirst: fields.one('sort', ['oldest']) !== undefined,
  };
  return { filter, query: fields.said.toString() };
}
