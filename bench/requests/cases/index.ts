import type { RequestCase } from './case.ts';
import { checkoutPage } from './checkout-page.ts';
import { completeSale } from './complete-sale.ts';
import { createSession, createSessionIdempotent, createSessionSlug } from './create-session.ts';
import { graphqlOrder, graphqlProducts } from './graphql.ts';
import { previewTax } from './preview-tax.ts';

export const cases = {
  'create-session': createSession,
  'create-session-idempotent': createSessionIdempotent,
  'create-session-slug': createSessionSlug,
  'preview-tax': previewTax,
  'graphql-products': graphqlProducts,
  'graphql-order': graphqlOrder,
  'checkout-page': checkoutPage,
  'complete-sale': completeSale,
} satisfies Record<string, RequestCase>;

export type CaseName = keyof typeof cases;
