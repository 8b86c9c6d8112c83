import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { NoticeSwitches } from '#components/dashboard/notifications/notice-switches.tsx';
import { customerEmails } from '#components/dashboard/notifications/notice-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { type NoticeSwitch, sendsEmail } from '#server/stores/rules/email-switches.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { merchantNotifications } from '#server/stores/rules/store.ts';

export const metadata: Metadata = { title: 'Notifications' };

export default async function NotificationsPage({ params }: StorePageProps) {
  const { store, environment, base } = await requireScope(params, '/notifications');
  const mayEdit = mayUpdateStore(store.role);
  const settings = Object.fromEntries(
    merchantNotifications.map((name) => [name, sendsEmail(store.notificationSettings, name)]),
  ) as Record<NoticeSwitch, boolean>;
  return (
    <>
      <PageHeader title="Notifications" description="Emails that this store sends. Applies to test and live." />
      <div className="flex max-w-3xl flex-col gap-6">
        {!mayEdit && <Alert role="note">Only the store owner and admins can change notifications.</Alert>}
        <CardSection title="To you" description="Notifications to the store owner. Changes are saved automatically.">
          <NoticeSwitches
            storeId={toShortId('STO', store.id)}
            environment={environment}
            settings={settings}
            mayEdit={mayEdit}
            base={base}
          />
        </CardSection>
        <CardSection title="To your customers" description="Required emails. They can’t be turned off.">
          <ul className="flex flex-col divide-y divide-border text-sm">
            {Object.entries(customerEmails).map(([name, { label, hint, kind }]) => (
              <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0">
                <div className="min-w-0">
                  <p className="font-medium">{label}</p>
                  <p className="text-muted">{hint}</p>
                </div>
                <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
                  <Link
                    href={`${base}/emails?kind=${kind}`}
                    className="inline-flex min-h-11 items-center text-link underline underline-offset-2 sm:min-h-8"
                  >
                    View sent<span className="sr-only">: {label}</span>
                  </Link>
                  <Badge tone="success">Always on</Badge>
                </div>
              </li>
            ))}
          </ul>
        </CardSection>
      </div>
    </>
  );
}
