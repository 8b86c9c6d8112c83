/** The buyer's name and address, on which tax depends. (commerce-api.md, "Billing detail") */
import { z } from 'zod';
import { absent } from './fields.ts';
import { regionOfPostcode } from './postcode-regions.ts';
import { countryCodes, regionCode, regions } from './regions.ts';
import { readVatNumber } from './vat-number.ts';

export interface BillingDetail {
  readonly country: string;
  readonly isBusiness: boolean;
  readonly state?: string | undefined;
  readonly postcode?: string | undefined;
  readonly businessName?: string | undefined;
  readonly taxId?: string | undefined;
}

const optionalText = (maxLength: number, description: string) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .nullish()
    .transform((value) => value || undefined)
    .meta({ description });

const noState = 'Missing required field: billingDetail.state';
const wrongState = (country: string) => `Invalid billingDetail.state: not a state or province of ${country}`;

/** A billing detail. `state` is required and must exist for US and CA; without one, the postcode determines it. */
export const billingDetail = () =>
  z
    .object(
      {
        country: z
          .string()
          .refine((code) => countryCodes.has(code), {
            error: 'Invalid billingDetail.country: must be an ISO 3166-1 alpha-2 code',
          })
          .meta({ description: 'ISO 3166-1 alpha-2', example: 'DE' }),
        isBusiness: z.boolean().meta({ description: 'Whether the buyer is a business' }),
        state: optionalText(
          64,
          'Required where the country is US or CA: a state or province. Derived from a complete `postcode`',
        ),
        postcode: optionalText(16, 'Postal or ZIP code'),
        businessName: optionalText(128, 'Used where `isBusiness` is true'),
        taxId: optionalText(32, 'VAT number; a valid one exempts a business in the EU'),
      },
      { error: (issue) => (issue.input === undefined ? undefined : 'Invalid billingDetail: must be an object') },
    )
    .transform(({ taxId: givenId, ...fields }, ctx): BillingDetail => {
      // A valid VAT number is stored in its official form, any other as typed.
      const taxId = givenId && fields.isBusiness ? (readVatNumber(fields.country, givenId) ?? givenId) : givenId;
      const detail = { ...fields, taxId };
      if (!(detail.country in regions)) return detail;
      const typed = detail.state ?? regionOfPostcode(detail.country, detail.postcode ?? '');
      if (!typed) {
        ctx.issues.push({ ...absent, message: noState, input: detail });
        return z.NEVER;
      }
      const state = regionCode(detail.country, typed);
      if (state === undefined) {
        ctx.issues.push({ code: 'custom', message: wrongState(detail.country), input: detail });
        return z.NEVER;
      }
      return { ...detail, state };
    })
    .meta({
      schemaName: 'BillingDetail',
      description: 'The buyer’s address and business, which determine the tax',
      refusals: [
        {
          message: noState,
          code: 'missing_field',
          when: 'the country is US or CA, and neither `billingDetail.state` nor the postcode names a state',
        },
        {
          message: wrongState('<country>'),
          when: '`billingDetail.state` is not a state of the country',
        },
      ],
    });
