/**
 * What a member may do in a store. Members do the daily work (products, checkout, orders), admins also run the store
 * (settings, members), and only the owner can delete it.
 */
export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** Whether that role may change the store's settings. (commerce-api.md, "Roles and access".) */
export const mayUpdateStore = (role: Role): boolean => role !== 'member';
