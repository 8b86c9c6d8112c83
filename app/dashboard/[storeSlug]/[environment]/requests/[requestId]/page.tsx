import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { BodySection } from '#components/dashboard/requests/body-section.tsx';
import {
  callerName,
  callName,
  durationText,
  modeName,
  retryAdvice,
} from '#components/dashboard/requests/request-words.ts';
import { StatusCode } from '#components/dashboard/requests/status-code.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { findRequest } from '#server/api/data/request-log.ts';
import { logScope } from '../read-filters.ts';

export const metadata: Metadata = { title: 'Request' };

export default async function RequestPage({ params }: StorePageProps<'requestId'>) {
  const { requestId } = await params;
  const account = await requireScope(params, `/requests/${requestId}`);
  const call = await findRequest(account.db, logScope(account), requestId);
  if (!call) notFound();
  const bodyAbsence =
    call.environment === null
      ? 'Not stored: the caller was not authenticated.'
      : 'No body, or the body was not stored.';
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-xl">{callName(call.path)}</span>}
        parent={{ href: `${account.base}/requests`, label: 'Request log' }}
        mark={<StatusCode status={call.status} />}
      />
      <div className="flex flex-col gap-6">
        {call.error && (
          <Alert tone={call.status < 500 ? 'warning' : 'danger'} role="note" title={call.error}>
            {retryAdvice(call)}
          </Alert>
        )}
        {call.hint && (
          <Alert tone="info" role="note" title="How to fix it">
            <ul className="flex flex-col gap-1">
              {call.hint.split(/(?<=\.) (?=[A-Z])/).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Alert>
        )}
        <CardSection title="Call">
          <DefinitionList>
            <Definition term="Request ID">
              <CopyField value={call.id} label="request ID" className="max-w-md" />
            </Definition>
            <Definition term="Path">
              <code className="font-mono text-sm break-all">
                {call.method} {call.path}
              </code>
            </Definition>
            <Definition term="Time">
              <Time value={call.createdAt} />{' '}
              <code className="font-mono text-xs text-muted">{call.createdAt.toISOString()}</code>
            </Definition>
            <Definition term="Duration">{durationText(call.durationMs)}</Definition>
            <Definition term="Caller">{callerName(call.callerKind, call.environment)}</Definition>
            <Definition term="Mode">{modeName(call.environment)}</Definition>
            <Definition term="Idempotent replay">{call.replayed ? 'Yes' : 'No'}</Definition>
            {!call.error && <Definition term="Retry advice">{retryAdvice(call)}</Definition>}
          </DefinitionList>
        </CardSection>
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <BodySection title="Request" body={call.requestBody} absence={bodyAbsence} />
          <BodySection title="Response" body={call.responseBody} absence={bodyAbsence} />
        </div>
      </div>
    </>
  );
}
