import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { EmailKind, EmailStatus } from '#server/events/rules/email.ts';
import { EmailBadge } from '../status-badge.tsx';
import { kindWord } from './email-words.ts';

/** An email in the list. */
export interface EmailLine {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly kind: EmailKind | null;
  readonly status: EmailStatus;
  readonly createdAt: Date;
}

const columns: readonly Column<EmailLine>[] = [
  {
    head: 'Subject',
    className: 'wrap-anywhere md:min-w-40',
    cell: ({ subject, kind }) => (
      <>
        <bdi>{subject}</bdi>
        <span className="block text-xs font-normal text-muted">{kindWord(kind)}</span>
      </>
    ),
  },
  { head: 'To', className: 'wrap-anywhere md:min-w-40 xl:min-w-60', cell: ({ recipient }) => recipient },
  { head: 'Status', cell: ({ status }) => <EmailBadge status={status} /> },
  { head: 'Time', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Emails, newest first. Each row links to its email. */
export const EmailTable = ({ emails, base }: { emails: readonly EmailLine[]; base: string }) => (
  <DataTable
    caption="Emails"
    columns={columns}
    lines={emails}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/emails/${id}`}
  />
);
