/**
 * The visitors with access, by ID. Use a table of your database instead: this set is empty after a restart. It is a global
 * because Next.js loads modules of route handlers and pages separately.
 */
const shared = globalThis as { members?: Set<unknown> };
export const members = (shared.members ??= new Set());
