import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { hostOf } from '#server/webhooks/rules/webhook-log.ts';
import { listWebhooksOfStores } from '#server/webhooks/webhooks.ts';
import { DeliveryLog } from '../delivery-log.tsx';
import { readScopeOf } from '../read-webhook.ts';

export const metadata: Metadata = { title: 'Webhook deliveries' };

export default async function DeliveriesPage({ params, searchParams }: StorePageProps) {
  const { db, store, scope, base } = await requireScope(params, '/webhooks/deliveries');
  const webhooks = await listWebhooksOfStores(db, readScopeOf(scope), [store.id]);
  return (
    <>
      <PageHeader
        title="Deliveries"
        description="Deliveries to all webhooks, including removed ones, from the last 30 days. Newest first."
        parent={{ href: `${base}/webhooks`, label: 'Webhooks' }}
      />
      <Card>
        <DeliveryLog
          db={db}
          scope={scope}
          base={base}
          search={await searchParams}
          href={`${base}/webhooks/deliveries`}
          receivers={new Map(webhooks.map(({ id, url }) => [id, hostOf(url)]))}
        >
          Webhook deliveries appear here with their request, response and duration.
        </DeliveryLog>
      </Card>
    </>
  );
}
