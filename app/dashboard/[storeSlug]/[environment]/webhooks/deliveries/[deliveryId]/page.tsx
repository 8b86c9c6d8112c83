import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { DeliveryBadge } from '#components/dashboard/status-badge.tsx';
import { AttemptSection } from '#components/dashboard/webhooks/attempt-section.tsx';
import { SendAgainButton } from '#components/dashboard/webhooks/send-again-button.tsx';
import { channels, chaosWords } from '#components/dashboard/webhooks/webhook-words.ts';
import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { may } from '#server/stores/rules/roles.ts';
import {
  listAttempts,
  listAttemptTexts,
  listBodies,
  listDeliveries,
} from '#server/webhooks/data/webhook-delivery-lists.ts';
import { maxStoredAttempts } from '#server/webhooks/rules/webhook-delivery.ts';
import { hostOf, shownAddress, shownBody, shownHeaders, shownRequestBody } from '#server/webhooks/rules/webhook-log.ts';
import { findStoreWebhook } from '#server/webhooks/webhooks.ts';
import { readScopeOf } from '../../read-webhook.ts';

export const metadata: Metadata = { title: 'Webhook delivery' };

export default async function DeliveryPage({ params }: StorePageProps<'deliveryId'>) {
  const { deliveryId } = await params;
  const { db, store, environment, scope, base } = await requireScope(params, `/webhooks/deliveries/${deliveryId}`);
  const readScope = readScopeOf(scope);
  const firstOnly = { limit: 1, sort: 'createdAt', direction: 'desc' } as const;
  const [delivery] = isUuid(deliveryId)
    ? await listDeliveries(db, readScope, { filter: { id: { eq: deliveryId } }, page: firstOnly })
    : [];
  if (!delivery) notFound();
  const [attempts, [payload], webhook] = await Promise.all([
    listAttempts(db, readScope, [delivery.id], maxStoredAttempts),
    listBodies(db, readScope, [delivery.id]),
    findStoreWebhook(db, scope, delivery.webhookId),
  ]);
  const attemptIds = attempts.map((attempt) => attempt.id);
  const texts = await listAttemptTexts(db, readScope, attemptIds, [
    'requestHeaders',
    'requestBody',
    'responseHeaders',
    'responseBody',
  ]);
  const textsById = new Map(texts.map((each) => [each.id, each]));
  const attemptsWithTexts = attempts.flatMap((attempt) => {
    const content = textsById.get(attempt.id);
    return content ? [{ ...attempt, ...content }] : [];
  });
  const { id, status, channel, eventId } = delivery;
  const orderId = eventId && toShortId('ORD', delivery.objectId);
  const body = shownBody(formatJson(payload?.body ?? ''));
  const linkClass = 'text-link underline underline-offset-2';
  return (
    <>
      {status === 'pending' && <AutoRefresh everySeconds={2} />}
      <PageHeader
        title={<span className="font-mono text-xl">{delivery.eventType}</span>}
        parent={
          webhook
            ? { href: `${base}/webhooks/${webhook.id}`, label: hostOf(webhook.url) }
            : { href: `${base}/webhooks/deliveries`, label: 'Deliveries' }
        }
        mark={<DeliveryBadge status={status} />}
        actions={
          webhook &&
          may(store.role, 'manageWebhooks') && (
            <SendAgainButton
              deliveryId={id}
              environment={environment}
              status={status}
              isPaused={webhook.pausedAt !== null}
            />
          )
        }
      />
      <div className="flex flex-col gap-6">
        <CardSection title="Delivery">
          <DefinitionList>
            <Definition term="Receiver">
              {webhook ? (
                <Link href={`${base}/webhooks/${webhook.id}`} className={linkClass}>
                  {channels[channel].name}, {hostOf(webhook.url)}
                </Link>
              ) : (
                `${channels[channel].name} (removed)`
              )}
            </Definition>
            <Definition term="Object">
              {orderId ? (
                <Link href={`${base}/orders/${orderId}`} className={`${linkClass} font-mono break-all`}>
                  {orderId}
                </Link>
              ) : (
                'Test event'
              )}
            </Definition>
            {delivery.chaos && <Definition term="Chaos mode">{chaosWords[delivery.chaos].hint}</Definition>}
            <Definition term="Created">
              <Time value={delivery.createdAt} />
            </Definition>
            {delivery.deliveredAt && (
              <Definition term="Delivered">
                <Time value={delivery.deliveredAt} />
              </Definition>
            )}
            {status === 'pending' && (
              <Definition term="Next attempt">
                {webhook?.pausedAt ? (
                  'After the webhook is resumed'
                ) : (
                  <>
                    <Time value={delivery.nextAttemptAt} /> or later, after earlier deliveries
                  </>
                )}
              </Definition>
            )}
            {delivery.lastError && (
              <Definition term={status === 'success' ? 'Earlier error' : 'Error'}>
                <span className="wrap-anywhere">{delivery.lastError}</span>
              </Definition>
            )}
            <Definition term="Delivery ID">
              <CopyField value={id} label="delivery ID" className="max-w-md" />
            </Definition>
          </DefinitionList>
        </CardSection>
        <CardSection
          title="Payload"
          description={channel === 'http' ? undefined : `Sent to ${channels[channel].name} as a text message.`}
          action={<CopyButton value={body} label="payload" compact variant="ghost" />}
        >
          <CodeBlock text={body} label="Payload" className="max-h-[32rem]" />
        </CardSection>
        {attemptsWithTexts.toReversed().map((attempt, index) => (
          <AttemptSection
            key={attempt.id}
            isOpen={index === 0}
            attempt={{
              id: attempt.id,
              attempt: attempt.attempt,
              address: shownAddress(channel, attempt.url),
              requestHeaders: shownHeaders(attempt.requestHeaders),
              requestBody: shownRequestBody(channel, attempt.requestBody),
              responseStatus: attempt.responseStatus,
              responseHeaders: attempt.responseHeaders && shownHeaders(attempt.responseHeaders),
              responseBody: attempt.responseBody && shownBody(attempt.responseBody),
              error: attempt.error,
              startedAt: attempt.startedAt,
              durationMs: attempt.durationMs,
            }}
          />
        ))}
      </div>
    </>
  );
}

/** Indents JSON; returns other text unchanged. */
const formatJson = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
};
