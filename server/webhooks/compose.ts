/** Composes the requests of deliveries, with the platform's keys and links into the dashboard. */
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { WebhookRequest } from '#server/providers/webhooks/send.ts';
import { findStore } from '#server/stores/stores.ts';
import { messageFor } from './message.ts';
import type { Sign } from './sign.ts';

type Delivery = Parameters<typeof messageFor>[0] & { readonly storeId: string; readonly environment: Environment };
type Receiver = Parameters<typeof messageFor>[1];

/** Composes the request of a delivery. */
export type Compose = (delivery: Delivery, webhook: Receiver, now: Date) => Promise<WebhookRequest>;

interface ComposeOptions {
  readonly appUrl: string;
  /** Whether deliveries carry the `X-Waffo-…` headers as well. */
  readonly headerAliases: boolean;
}

/** A composer on a database. The store is only loaded for chats, whose messages link to the dashboard. */
export function webhookComposer(db: Database, sign: Sign, options: ComposeOptions): Compose {
  const { appUrl, headerAliases } = options;
  return async (delivery, webhook, now) => {
    const store = webhook.channel === 'http' ? undefined : await findStore(db, delivery.storeId);
    const orderUrl = (orderId: string) =>
      store === undefined ? null : `${appUrl}/dashboard/${store.slug}/${delivery.environment}/orders/${orderId}`;
    return await messageFor(delivery, webhook, sign, now, { orderUrl, headerAliases });
  };
}
