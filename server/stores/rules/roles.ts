/**
 * The permissions of a store's members. Members do the daily work (products, checkout, orders), admins also manage the store
 * (settings, webhooks, members), and only the owner can delete it or transfer it. A store has exactly one owner.
 */
import { ApiError } from '#server/domain/errors.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** The roles with each permission. (commerce-api.md, "Roles and access".) */
export const permissions = {
  sell: ['owner', 'admin', 'member'],
  runStore: ['owner', 'admin'],
  manageWebhooks: ['owner', 'admin'],
  manageMembers: ['owner', 'admin'],
  handOverStore: ['owner'],
  deleteStore: ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof permissions;

/** The messages of the 403 refusals. */
export const permissionRefusals: Readonly<Record<Permission, string>> = {
  sell: 'Not authorized to sell in this store',
  runStore: 'Not authorized to update this store',
  manageWebhooks: 'Not authorized to manage webhooks of this store',
  manageMembers: 'Not authorized to manage members of this store',
  handOverStore: 'Not authorized to transfer this store, only owner can transfer',
  deleteStore: 'Not authorized to delete this store, only owner can delete',
};

export const may = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);

/** Throws 403 with the permission's message unless the role has it. */
export function requirePermission(role: Role, permission: Permission): void {
  if (!may(role, permission)) throw new ApiError(403, permissionRefusals[permission], 'store');
}

/** Whether a role may change the store's settings. */
export const mayUpdateStore = (role: Role): boolean => may(role, 'runStore');
