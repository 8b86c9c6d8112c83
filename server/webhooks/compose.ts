/** Makes the requests that a worker sends: with the platform's keys, and links into this service's dashboard. */
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { WebhookRequest } from '#server/providers/webhooks/send.ts';
import { findStore } from '#server/stores/stores.ts';
import { messageFor } from './message.ts';
import type { Sign } from './sign.ts';

type Delivery = Parameters<typeof messageFor>[0] & { readonly storeId: string; readonly environment: Environment };
type Receiver = Parameters<typeof messageFor>[1];

/** A delivery as the request that is made now. */
export type Compose = (delivery: Delivery, webhook: Receiver, now: Date) => Promise<WebhookRequest>;

/** Composes with what that database knows. Only chats get a link, so only for them it is asked. */
export function webhookComposer(db: Database, sign: Sign, { appUrl }: { readonly appUrl: string }): Compose {
  return async (delivery, webhook, now) => {
    const store = webhook.channel === 'http' ? undefined : await findStore(db, delivery.storeId);
    const orderUrl = (orderId: string) =>
      store === undefined ? null : `${appUrl}/dashboard/${store.slug}/${delivery.environment}/orders/${orderId}`;
    return await messageFor(delivery, webhook, sign, now, orderUrl);
  };
}
