import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { EmailContent } from '#components/dashboard/emails/email-content.tsx';
import { kindWord, statusNote } from '#components/dashboard/emails/email-words.ts';
import { SendAgainButton } from '#components/dashboard/emails/send-again-button.tsx';
import { EmailBadge } from '#components/dashboard/status-badge.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { readStoreEmail } from '#server/emails/email-deliveries.ts';
import { framedHtml } from '#server/emails/framed-html.ts';
import { settings } from '#server/platform/settings.ts';

export const metadata: Metadata = { title: 'Email' };

export default async function EmailPage({ params }: StorePageProps<'emailId'>) {
  const { emailId } = await params;
  const { db, scope, base, environment } = await requireScope(params, `/emails/${emailId}`);
  const found = await readStoreEmail(db, scope, emailId);
  if (!found) notFound();
  const { email, content } = found;
  const { status, attempts, lastError, orderId, sentAt } = email;
  const hasServer = settings().smtpUrl !== undefined;
  const note = statusNote(status, {
    attempts,
    isTest: environment === 'test',
  });
  const orderShortId = orderId && toShortId('ORD', orderId);
  return (
    <>
      {status === 'queued' && <AutoRefresh />}
      <PageHeader
        title={<bdi>{email.subject}</bdi>}
        parent={{ href: `${base}/emails`, label: 'Emails' }}
        mark={<EmailBadge status={status} />}
      />
      <div className="flex flex-col gap-6">
        {status === 'failed' && (
          <Alert tone="danger" role="note" title={lastError ?? 'The email could not be sent.'}>
            {email.isUrgent ? 'The link or code in it has expired. The recipient can request a new one.' : note}
          </Alert>
        )}
        <CardSection
          title="Delivery"
          action={
            (status === 'failed' || (status === 'unsent' && hasServer)) &&
            !email.isUrgent && <SendAgainButton id={email.id} environment={environment} />
          }
        >
          <DefinitionList>
            <Definition term="To">
              <span className="break-all">{email.recipient}</span>
            </Definition>
            <Definition term="Type">{kindWord(email.kind)}</Definition>
            {orderShortId && (
              <Definition term="Order">
                <Link
                  href={`${base}/orders/${orderShortId}`}
                  className="font-mono text-sm break-all text-link underline underline-offset-2"
                >
                  {orderShortId}
                </Link>
              </Definition>
            )}
            <Definition term="Created">
              <Time value={email.createdAt} />
            </Definition>
            {sentAt && (
              <Definition term="Sent">
                <Time value={sentAt} />
              </Definition>
            )}
            <Definition term="Attempts">{attempts}</Definition>
            {lastError && status !== 'failed' && <Definition term="Last error">{lastError}</Definition>}
            {status !== 'failed' && <Definition term="Details">{note}</Definition>}
          </DefinitionList>
        </CardSection>
        <CardSection title="Content">
          {content === null ? (
            <p className="text-sm text-muted">Hidden: contains a private sign-in link or code.</p>
          ) : (
            <EmailContent html={await framedHtml(content)} text={content.body} subject={email.subject} />
          )}
        </CardSection>
      </div>
    </>
  );
}
