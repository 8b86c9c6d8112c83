import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { ChangeTable } from '#components/dashboard/audit/change-table.tsx';
import { BodySection } from '#components/dashboard/requests/body-section.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { findAuditEntry, readActorNames } from '#server/events/data/audit-trail.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { entryLine } from '../entry-line.ts';
import { MembersOnly } from '../members-only.tsx';
import { auditScope } from '../read-filters.ts';

export const metadata: Metadata = { title: 'Audit entry' };

export default async function AuditEntryPage({ params }: StorePageProps<'eventId'>) {
  const { eventId } = await params;
  const account = await requireScope(params, `/audit/${eventId}`);
  const { db, store, base } = account;
  if (!mayUpdateStore(store.role)) return <MembersOnly />;
  const entry = await findAuditEntry(db, auditScope(account), eventId);
  if (!entry) notFound();
  const { event, link } = entry;
  const line = entryLine(entry, await readActorNames(db, store.id, [entry]), base);
  const { from } = line;
  return (
    <>
      <PageHeader title={line.description} parent={{ href: `${base}/audit`, label: 'Audit log' }} />
      <div className="flex flex-col gap-6">
        <CardSection title="Entry">
          <DefinitionList>
            <Definition term="Time">
              <Time value={line.at} /> <code className="font-mono text-xs text-muted">{line.at.toISOString()}</code>
            </Definition>
            {line.storeTime && (
              <Definition term="Test clock time">
                <Time value={line.storeTime} />{' '}
                <code className="font-mono text-xs text-muted">{line.storeTime.toISOString()}</code>
              </Definition>
            )}
            <Definition term="Actor">{line.actor}</Definition>
            {from?.address && (
              <Definition term="IP address">
                <code className="font-mono">{from.address}</code>
              </Definition>
            )}
            {from?.userAgent && <Definition term="User agent">{from.userAgent}</Definition>}
            {from?.user && <Definition term="Server user">{from.user}</Definition>}
            {from?.requestId && (
              <Definition term="Request ID">
                <CopyField value={from.requestId} label="request ID" className="max-w-md" />
              </Definition>
            )}
            <Definition term={line.object}>
              {line.objectHref ? (
                <Link href={line.objectHref} className="font-mono text-link underline underline-offset-2 break-all">
                  {line.objectId}
                </Link>
              ) : (
                <code className="font-mono break-all">{line.objectId}</code>
              )}
            </Definition>
            <Definition term="Type">
              <code className="font-mono">{line.type}</code>
            </Definition>
          </DefinitionList>
        </CardSection>
        {event.changes && (
          <CardSection title="Changes" flush>
            <ChangeTable before={event.changes.before} after={event.changes.after} />
          </CardSection>
        )}
        {Object.keys(event.data).length > 0 && <BodySection title="Details" body={event.data} absence="" />}
        <CardSection
          title="Hash chain"
          description="The hash covers this entry and the previous hash, so neither can change unnoticed."
        >
          {link ? (
            <DefinitionList>
              <Definition term="Position">{link.position}</Definition>
              <Definition term="Hash">
                <code className="font-mono text-xs break-all">{link.hash}</code>
              </Definition>
              <Definition term="Previous hash">
                <code className="font-mono text-xs break-all">{link.previousHash}</code>
              </Definition>
            </DefinitionList>
          ) : (
            <p className="text-sm text-muted">The worker adds this entry to the chain within seconds.</p>
          )}
        </CardSection>
      </div>
    </>
  );
}
