/** Audit log searches with a time limit. */
import type { Database } from '#db/client.ts';
import { searchWithTimeout } from '#server/platform/data/search-timeout.ts';
import { type AuditEntry, type AuditFilter, type AuditPage, type AuditScope, listAudit } from './audit-trail.ts';

/** The entries of `listAudit`; undefined after the time limit. */
export const searchAudit = (
  db: Database,
  accountId: string,
  scope: AuditScope,
  filter: AuditFilter,
  page: AuditPage,
  timeoutMs?: number,
): Promise<AuditEntry[] | undefined> =>
  searchWithTimeout(db, accountId, (tx) => listAudit(tx, scope, filter, page), timeoutMs);
