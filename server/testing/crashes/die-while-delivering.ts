/**
 * Relays events, delivers them, and dies by SIGKILL before it finishes. Arguments: database URL, the time, and where:
 * `relaying` (deliveries are written but not committed), `relayed`, `claimed` (nothing was sent) or `sent`.
 */
import { openDatabase } from '#db/client.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { sendWebhook } from '#server/providers/webhooks/send.ts';
import { newDeliverer } from '#server/webhooks/deliver.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { testSecret } from '../test-secret.ts';

const [url = '', at = '', where] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
const now = new Date(at);
const sign = webhookSigner(db, testSecret);

async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => {});
}

const consumer = queueDeliveries();
await relayEvents(db, now, {
  consumers: [consumer, { name: 'death', handle: async () => void (where === 'relaying' && (await die())) }],
});
if (where === 'relayed') await die();

const deliverer = newDeliverer(db, {
  readClock: () => now,
  messageFor: (delivery, webhook, moment) =>
    where === 'claimed' ? die() : messageFor(delivery, webhook, sign, moment),
  send: async (request, { timeoutMs }) => {
    await sendWebhook(request, { privateAddresses: true, timeoutMs });
    return await die();
  },
});
await deliverer.run();
await deliverer.finish();
