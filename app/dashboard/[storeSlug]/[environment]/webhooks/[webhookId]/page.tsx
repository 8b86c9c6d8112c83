import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { ChaosForm } from '#components/dashboard/webhooks/chaos-form.tsx';
import { HealthBadge } from '#components/dashboard/webhooks/health.tsx';
import { SendAllAgain } from '#components/dashboard/webhooks/send-all-again.tsx';
import { TestEventForm } from '#components/dashboard/webhooks/test-event-form.tsx';
import { WebhookButtons } from '#components/dashboard/webhooks/webhook-buttons.tsx';
import { WebhookFacts } from '#components/dashboard/webhooks/webhook-facts.tsx';
import { WebhookState } from '#components/dashboard/webhooks/webhook-state.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { may } from '#server/stores/rules/roles.ts';
import { readWebhookFigures } from '#server/webhooks/data/webhook-figures.ts';
import { hostOf, shownAddress } from '#server/webhooks/rules/webhook-log.ts';
import { findStoreWebhook } from '#server/webhooks/webhooks.ts';
import { DeliveryLog } from '../delivery-log.tsx';
import { healthFacts } from '../read-webhook.ts';

export const metadata: Metadata = { title: 'Webhook' };

export default async function WebhookPage({ params, searchParams }: StorePageProps<'webhookId'>) {
  const { webhookId } = await params;
  const { db, store, environment, scope, base } = await requireScope(params, `/webhooks/${webhookId}`);
  const found = isUuid(webhookId) ? await findStoreWebhook(db, scope, webhookId) : undefined;
  if (!found) notFound();
  // The secret and the full URL stay out of `webhook`, so the page cannot leak them.
  const { secret, url, ...webhook } = found;
  const { id, channel, events, pausedAt, failingSince } = webhook;
  const health = healthFacts(webhook, await readWebhookFigures(db, scope.merchantId, [id], readClock()));
  const address = shownAddress(channel, url);
  const href = `${base}/webhooks`;
  const mayEdit = may(store.role, 'manageWebhooks');
  const isPaused = pausedAt !== null;
  return (
    <>
      <PageHeader
        title={hostOf(url)}
        parent={{ href, label: 'Webhooks' }}
        mark={<HealthBadge facts={health} />}
        actions={
          mayEdit && (
            <WebhookButtons
              storeId={toShortId('STO', store.id)}
              environment={environment}
              webhook={{ id, channel, events, shownAddress: address, hasSecret: secret !== null }}
              isPaused={isPaused}
              isFailing={failingSince !== null}
              waiting={health.waiting}
              href={href}
            />
          )
        }
      />
      <div className="flex flex-col gap-6">
        <WebhookState facts={health} mayEdit={mayEdit} />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <CardSection title="Webhook">
            <WebhookFacts
              facts={health}
              channel={channel}
              address={address}
              events={events}
              hasSecret={secret !== null}
              createdAt={webhook.createdAt}
            />
          </CardSection>
          <CardSection
            title="Send a test event"
            description="Sends a sample event with mode: test. It is signed and logged like any other event."
          >
            <TestEventForm
              webhookId={id}
              environment={environment}
              isPaused={isPaused}
              mayEdit={mayEdit}
              href={`${href}/deliveries`}
            />
          </CardSection>
        </div>
        {environment === 'test' && (
          <CardSection
            title="Chaos mode"
            description="Simulate duplicates, delays and drops to test your handler. Test mode only."
          >
            <ChaosForm webhookId={id} chaos={webhook.chaos} mayEdit={mayEdit} />
          </CardSection>
        )}
        <CardSection
          title="Deliveries"
          description="From the last 30 days, newest first. Updates automatically."
          action={mayEdit && <SendAllAgain webhookId={id} environment={environment} isPaused={isPaused} />}
          flush
        >
          <DeliveryLog
            db={db}
            scope={scope}
            base={base}
            search={await searchParams}
            href={`${href}/${id}`}
            webhookId={id}
          >
            Send a test event or complete a test checkout. Deliveries appear here with their request, response and
            duration.
          </DeliveryLog>
        </CardSection>
      </div>
    </>
  );
}
