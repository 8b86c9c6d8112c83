/** Role names, and each role's permissions as a list for a sentence. */
import type { Role } from '#server/stores/rules/roles.ts';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: 'everything, including deleting and transferring the store',
  admin: 'settings, members, webhooks and sender addresses',
  member: 'products, checkout, orders and refunds',
};
