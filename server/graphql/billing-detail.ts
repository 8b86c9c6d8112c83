/** The buyer's address and business. */
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { builder } from './builder.ts';

export const BillingDetailObject = builder.objectRef<BillingDetail>('BillingDetail').implement({
  description: 'The buyer’s address and business, which determine the tax.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'ISO 3166-1 alpha-2 code.' }),
    isBusiness: t.exposeBoolean('isBusiness', { description: 'Whether the buyer is a business.' }),
    state: t.string({
      description: 'ISO 3166-2 subdivision code, for the USA and Canada.',
      nullable: true,
      resolve: (detail) => detail.state ?? null,
    }),
    postcode: t.string({
      description: 'The postal code.',
      nullable: true,
      resolve: (detail) => detail.postcode ?? null,
    }),
    businessName: t.string({
      description: 'The name of the business.',
      nullable: true,
      resolve: (detail) => detail.businessName ?? null,
    }),
    taxId: t.string({
      description: 'The tax number; VAT numbers are in their official form.',
      nullable: true,
      resolve: (detail) => detail.taxId ?? null,
    }),
  }),
});
