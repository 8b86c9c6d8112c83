import { BookOpen, Webhook } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
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
import { healthOf, readScopeOf } from './read-webhook.ts';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage({ params }: { params: Promise<ScopeParams> }) {
  const { db, store, environment, scope, base } = await requireScope(params, '/webhooks');
  const webhooks = await listWebhooksOfStores(db, readScopeOf(scope), [store.id]);
  const figures = await readWebhookFigures(
    db,
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
        description={`Your server or a chat is told of what happens in ${environment}, within seconds.`}
        actions={
          <>
            <ButtonLink href={`${base}/webhooks/deliveries`}>All deliveries</ButtonLink>
            {add}
          </>
        }
      />
      {!mayEdit && (
        <Alert role="note" className="mb-6">
          Only the store’s owner and admins can change webhooks.
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
                How a receiver works
              </ButtonLink>
            }
          >
            Add the address of your server, and it gets each order, renewal and refund as signed JSON, again and again
            until it has taken it. Or add a Discord, Slack, Telegram or Feishu chat, which gets a line of text. You can
            try it out with a test event before anything is sold.
          </EmptyState>
        ) : (
          <WebhookTable
            webhooks={webhooks.map((webhook) => ({
              id: webhook.id,
              channel: webhook.channel,
              host: hostOf(webhook.url),
              path: pathOf(webhook.channel, webhook.url),
              events: webhook.events,
              health: healthOf(webhook, figures),
            }))}
            base={base}
          />
        )}
      </Card>
    </>
  );
}
