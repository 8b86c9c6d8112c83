/** The audit trail as it is searched by people. */
import type { Database } from '#db/client.ts';
import { inTime } from '#server/platform/data/in-time.ts';
import { type AuditEntry, type AuditFilter, type AuditPage, type AuditScope, listAudit } from './audit-trail.ts';

/** The same entries as `listAudit` gives; undefined where they were not found in time. */
export const searchAudit = (
  db: Database,
  accountId: string,
  scope: AuditScope,
  filter: AuditFilter,
  page: AuditPage,
  timeoutMs?: number,
): Promise<AuditEntry[] | undefined> => inTime(db, accountId, (tx) => listAudit(tx, scope, filter, page), timeoutMs);
