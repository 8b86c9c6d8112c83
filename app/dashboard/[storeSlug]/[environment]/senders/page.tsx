import { AtSign, Globe, type LucideIcon } from 'lucide-react';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { AddSenderForm } from '#components/dashboard/senders/add-sender-form.tsx';
import { CheckButton } from '#components/dashboard/senders/check-button.tsx';
import { CodeForm } from '#components/dashboard/senders/code-form.tsx';
import { DnsRecord } from '#components/dashboard/senders/dns-record.tsx';
import { SenderItem } from '#components/dashboard/senders/sender-item.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { dnsRecordOf } from '#server/stores/rules/sender.ts';
import { listSenders } from '#server/stores/senders.ts';

export const metadata: Metadata = { title: 'Sender addresses' };

export default async function SendersPage({ params }: StorePageProps) {
  const { db, store, environment } = await requireScope(params, '/senders');
  const [emails, domains] = await Promise.all([
    listSenders(db, 'email', scopeOfStore(store)),
    listSenders(db, 'domain', scopeOfStore(store)),
  ]);
  const mayEdit = mayUpdateStore(store.role);
  const hasPendingSenders = [...emails, ...domains].some(
    ({ status }) => status === 'in_review' || status === 'unproven',
  );
  const form = { environment, storeId: toShortId('STO', store.id), mayEdit };
  return (
    <>
      {hasPendingSenders && <AutoRefresh />}
      <PageHeader
        title="Sender addresses"
        description="Addresses and domains your store can send from. After you verify ownership, the operator approves them. Live emails to customers use the first approved address, or the first approved domain if there is no address."
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {!mayEdit && <Alert role="note">Only the store owner and admins can change sender addresses.</Alert>}
        <CardSection title="Email addresses" flush>
          <SenderList
            isEmpty={emails.length === 0}
            icon={AtSign}
            title="No addresses yet"
            hint="We’ll email a verification code to the address."
          >
            {emails.map(({ id, email, status, reviewNote }) => (
              <SenderItem key={id} kind="email" name={email} {...{ id, status, reviewNote, environment, mayEdit }}>
                {mayEdit && <CodeForm id={id} email={email} environment={environment} />}
              </SenderItem>
            ))}
          </SenderList>
          <div className="border-t border-border px-4 py-4 sm:px-5">
            <AddSenderForm kind="email" {...form} />
          </div>
        </CardSection>
        <CardSection title="Domains" flush>
          <SenderList
            isEmpty={domains.length === 0}
            icon={Globe}
            title="No domains yet"
            hint="Add a DNS record to verify your domain."
          >
            {domains.map(({ id, domain, dnsToken, status, reviewNote, checkedAt, checkProblem }) => (
              <SenderItem key={id} kind="domain" name={domain} {...{ id, status, reviewNote, environment, mayEdit }}>
                <DnsRecord
                  domain={domain}
                  record={dnsRecordOf(domain, dnsToken)}
                  checkedAt={checkedAt}
                  problem={checkProblem}
                />
                {mayEdit && <CheckButton id={id} domain={domain} environment={environment} />}
              </SenderItem>
            ))}
          </SenderList>
          <div className="border-t border-border px-4 py-4 sm:px-5">
            <AddSenderForm kind="domain" {...form} />
          </div>
        </CardSection>
      </div>
    </>
  );
}

interface SenderListProps {
  isEmpty: boolean;
  icon: LucideIcon;
  title: string;
  hint: string;
  children: ReactNode;
}

const SenderList = ({ isEmpty, icon, title, hint, children }: SenderListProps) =>
  isEmpty ? (
    <EmptyState icon={icon} title={title}>
      {hint}
    </EmptyState>
  ) : (
    <ul className="divide-y divide-border">{children}</ul>
  );
