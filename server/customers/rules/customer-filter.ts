/** What the list of customers can be asked for. */
import { addressFields, type ReadFilter } from '#server/domain/address-fields.ts';
import { countryCodes } from '#server/domain/regions.ts';

export interface CustomerFilter {
  /** The merchant's own name for them, or how their address begins. */
  readonly search?: string | undefined;
  readonly country?: string | undefined;
  /** Only those who came back: with more than one order. */
  readonly isReturning: boolean;
  /** Whose first order was then or later, and before that. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** By their first order instead of their last one. */
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
  return { filter, query: fields.said.toString() };
}
