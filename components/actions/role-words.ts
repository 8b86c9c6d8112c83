/** What roles are called, and what each may do. */
import type { Role } from '#server/stores/rules/roles.ts';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: 'everything, also deleting the store and handing it over',
  admin: 'that, and settings, members, webhooks and senders',
  member: 'products, the checkout, orders and refunds',
};
