/** The filters that order and payment lists share. */
import type { AddressFields } from '#server/domain/address-fields.ts';
import { countryCodes } from '#server/domain/regions.ts';

export interface SaleFilter {
  readonly productId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  /** Inclusive bounds of the amount. */
  readonly minMinor?: number | undefined;
  readonly maxMinor?: number | undefined;
  /** The time of creation: `from` is inclusive, `until` exclusive. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** The buyer's country. */
  readonly country?: string | undefined;
}

/** Parses the shared filters from a URL. */
export const readSaleFilter = (fields: AddressFields): SaleFilter => ({
  productId: fields.id('product', 'PROD'),
  customerId: fields.uuid('customer'),
  ...fields.amounts(),
  ...fields.days(),
  country: fields.one('country', [...countryCodes]),
});
