import { BookOpen, Webhook } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { AddWebhookButton } from '#components/dashboard/webhooks/add-webhook-button.tsx';
import { WebhookTable } from '#components/dashboard/webhooks/webhook-table.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { may } from '#server/stores/rules/roles.ts';
import { readWebhookFigures } from '#server/webhooks/data/webhook-figures.ts';
import { hostOf, pathOf } from '#server/webhooks/rules/webhook-log.ts';
import { listWebhooksOfStores } from '#server/webhooks/webhooks.ts';
import { healthFacts, readScopeOf } from './read-webhook.ts';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage({ params }: StorePageProps) {
  const { db, store, environment, scope, base } = await requireScope(params, '/webhooks');
  const webhooks = await listWebhooksOfStores(db, readScopeOf(scope), [store.id]);
  const figures = await readWebhookFigures(
    db,
    scope.merchantId,
    webhooks.map(({ id }) => id),
    readClock(),
  );
  const mayEdit = may(store.role, 'manageWebhooks');
  const add = mayEdit && (
    <AddWebhookButton storeId={toShortId('STO', store.id)} environment={environment} href={`${base}/webhooks`} />
  );
  return (
    <>
      <AutoRefresh />
      <PageHeader
        title="Webhooks"
        description={`Send ${environment === 'prod' ? 'live' : 'test'} events to your server or a chat channel.`}
        actions={
          <>
            <ButtonLink href={`${base}/webhooks/deliveries`}>All deliveries</ButtonLink>
            {add}
          </>
        }
      />
      {!mayEdit && (
        <Alert role="note" className="mb-6">
          Only the store owner and admins can edit webhooks.
        </Alert>
      )}
      <Card>
        {webhooks.length === 0 ? (
          <EmptyState
            icon={Webhook}
            title="No webhooks yet"
            action={
              <ButtonLink href="/docs#webhooks">
                <BookOpen className="size-4" aria-hidden />
                Webhook guide
              </ButtonLink>
            }
          >
            Add your server’s URL to receive orders, renewals and refunds as signed JSON, with automatic retries. Or
            post a line of text to a Discord, Slack, Telegram or Feishu chat. You can send a test event right away.
          </EmptyState>
        ) : (
          <WebhookTable
            webhooks={webhooks.map((webhook) => ({
              id: webhook.id,
              channel: webhook.channel,
              host: hostOf(webhook.url),
              path: pathOf(webhook.channel, webhook.url),
              events: webhook.events,
              health: healthFacts(webhook, figures),
            }))}
            base={base}
          />
        )}
      </Card>
    </>
  );
}
