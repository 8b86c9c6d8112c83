/**
 * The visitors with access, by ID. Use a table of your database instead: this set is empty after a restart. It is a global
 * because Next.js loads the modules of pages and of route handlers separately.
 */
const shared = globalThis as { members?: Set<unknown> };
shared.members ??= new Set();
export const members = shared.members;
