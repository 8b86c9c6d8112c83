/** The filters of the customer list. */
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { countryCodes } from '#server/domain/regions.ts';

export interface CustomerFilter {
  /** The merchant's identity of the customer, or the start of their email address. */
  readonly search?: string | undefined;
  readonly country?: string | undefined;
  /** Customers with more than one order only. */
  readonly isReturning: boolean;
  /** The time of the first order: `from` is inclusive, `until` exclusive. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Sorts by first instead of last order. */
  readonly newestFirst: boolean;
}

export function readCustomerFilter(params: URLSearchParams): ReadFilter<CustomerFilter> {
  const fields = addressFields(params);
  const filter = {
    search: fields.text('q'),
    country: fields.one('country', [...countryCodes]),
    isReturning: fields.one('returning', ['yes']) !== undefined,
    ...fields.days(),
    newestFirst: fields.one('sort', ['first']) !== undefined,
  };
  return { filter, query: fields.canonical.toString() };
}
