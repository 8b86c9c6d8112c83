import type { Metadata } from 'next';
import { Chats, Retries, Trying } from '#components/docs/webhooks/delivery.tsx';
import { Events, Receiving } from '#components/docs/webhooks/receiving.tsx';
import { Keys, Verifying } from '#components/docs/webhooks/verifying.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { placeholderText } from '#server/docs/placeholders.ts';
import {
  chatChannels,
  documentedEvents,
  exampleRequest,
  fieldGroups,
  retryPauses,
} from '#server/docs/webhook-guide.ts';
import { receiverExamples, secretExamples } from '#server/docs/webhook-receivers.ts';
import { settings } from '#server/platform/settings.ts';
import { maxWebhooksPerStore } from '#server/webhooks/rules/webhook.ts';

export const metadata: Metadata = { title: 'Webhook guide' };

/** The webhook guide. */
export default function WebhooksPage() {
  const baseUrl = settings().appUrl;
  const values = { baseUrl, storeId: placeholderText('storeId'), environment: 'test', port: 4000 } as const;
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Webhook guide"
        description="Receive events about orders, subscriptions and refunds in your backend or a chat, in order and at least once."
      />
      <div className="flex flex-col gap-12">
        <Receiving example={exampleRequest} maxWebhooks={maxWebhooksPerStore} />
        <Verifying receivers={receiverExamples(values)} secrets={secretExamples} />
        <Keys baseUrl={baseUrl} />
        <Events events={documentedEvents} groups={fieldGroups} />
        <Retries pauses={retryPauses} />
        <Chats channels={chatChannels} />
        <Trying />
      </div>
    </div>
  );
}
