/** What the list of payments can be asked for. */
import { addressFields, type ReadFilter } from './address-fields.ts';
import { type DeclineCode, declineCodes } from './declines.ts';
import { type PaymentStatus, paymentStatuses } from './payment.ts';

export interface PaymentFilter {
  /** Its id or its order's, or what orders are searched for by. */
  readonly search?: string | undefined;
  readonly statuses: readonly PaymentStatus[];
  /** Why it failed. */
  readonly decline?: DeclineCode | undefined;
  /** Only those of which something was given back, or is about to be. */
  readonly isRefunded: boolean;
  readonly currency?: string | undefined;
  readonly leastMinor?: number | undefined;
  readonly mostMinor?: number | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly customerId?: string | undefined;
  readonly oldestFirst: boolean;
}

/** Whether an index has what it asks for, so that it can be asked again every few seconds. */
export const isIndexedPaymentFilter = ({ search, currency, decline, isRefunded }: PaymentFilter): boolean =>
  !isRefunded && [search, currency, decline].every((value) => value === undefined);

export function readPaymentFilter(params: URLSearchParams): ReadFilter<PaymentFilter> {
  const fields = addressFields(params);
  const filter = {
    search: fields.text('q'),
    statuses: fields.several('status', paymentStatuses),
    decline: fields.one('decline', declineCodes),
    isRefunded: fields.one('refunded', ['yes']) !== undefined,
    customerId: fields.uuid('customer'),
    ...fields.amounts(),
    ...fields.days(),
    oldestFirst: fields.one('sort', ['oldest']) !== undefined,
  };
  return { filter, query: fields.said.toString() };
}
