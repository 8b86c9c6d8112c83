/** What scopes of API keys are called. */
import type { KeyScope } from '#server/domain/key-scopes.ts';

export const scopeWords: Readonly<Record<KeyScope, { readonly name: string; readonly hint: string }>> = {
  read: { name: 'Read', hint: 'Query orders, products and other data with GraphQL, and quote prices.' },
  sell: { name: 'Sell', hint: 'Create checkouts and orders, and manage subscriptions.' },
  refund: { name: 'Refund', hint: 'Refund payments.' },
  administer: {
    name: 'Administer',
    hint: 'Change stores, members, products and webhooks, and publish products.',
  },
};
