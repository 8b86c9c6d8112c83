/** What lists of orders and of payments can both be asked for: whose, of what, how much, when and from where. */
import type { AddressFields } from '#server/domain/address-fields.ts';
import { countryCodes } from '#server/domain/regions.ts';

export interface SaleFilter {
  readonly productId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  /** Bounds of the amount, both included. */
  readonly minMinor?: number | undefined;
  readonly maxMinor?: number | undefined;
  /** Made then or later, and before that. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Where the buyer is. */
  readonly country?: string | undefined;
}

/** That part of a filter, as an address says it. */
export const readSaleFilter = (fields: AddressFields): SaleFilter => ({
  productId: fields.id('product', 'PROD'),
  customerId: fields.uuid('customer'),
  ...fields.amounts(),
  ...fields.days(),
  country: fields.one('country', [...countryCodes]),
});
