/** The roles' names and permissions. */
import type { Role } from '#server/stores/rules/roles.ts';

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: 'full access, including deleting the store and transferring ownership',
  admin: 'member access, plus settings, members, webhooks and senders',
  member: 'products, checkout, orders and refunds',
};
