/** The filters of the payment list. */
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { type DeclineCode, declineCodes } from '#server/domain/declines.ts';
import { type PaymentStatus, paymentStatuses } from '#server/domain/payment.ts';
import { readSaleFilter, type SaleFilter } from '../../orders/rules/sale-filter.ts';

/** `renewal`: a subscription payment after the first period. */
export const paymentTypes = ['onetime', 'subscription', 'renewal'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export interface PaymentFilter extends SaleFilter {
  /** A payment ID, or a search text for orders. */
  readonly search?: string | undefined;
  readonly statuses: readonly PaymentStatus[];
  readonly type?: PaymentType | undefined;
  /** The failure code. */
  readonly decline?: DeclineCode | undefined;
  /** Only payments with succeeded or pending refunds. */
  readonly isRefunded: boolean;
  readonly oldestFirst: boolean;
}

/** Whether indexes cover the filter, so that a page can poll it every few seconds. */
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
  return { filter, query: fields.canonical.toString() };
}
