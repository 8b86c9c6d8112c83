/** The cases by name. */
import type { RequestCase } from './case.ts';
import { checkoutPage } from './checkout-page.ts';
import { completeSale } from './complete-sale.ts';
import { createSession, createSessionIdempotent, createSessionSlug } from './create-session.ts';
import { graphqlOrder, graphqlProducts } from './graphql.ts';
import { previewTax } from './preview-tax.ts';

const all = {
  'create-session': createSession,
  'create-session-idempotent': createSessionIdempotent,
  'create-session-slug': createSessionSlug,
  'preview-tax': previewTax,
  'graphql-products': graphqlProducts,
  'graphql-order': graphqlOrder,
  'checkout-page': checkoutPage,
  'complete-sale': completeSale,
} satisfies Record<string, RequestCase<unknown>>;

export type CaseName = keyof typeof all;
export const cases: Readonly<Record<CaseName, RequestCase<unknown>>> = all;
