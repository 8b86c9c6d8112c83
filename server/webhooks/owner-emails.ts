/** What a store's owner is emailed about its webhooks. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, stores } from '#db/schema/index.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import type { Webhook } from './webhooks.ts';

/** Emails the store's owner that nothing is sent to a webhook any more, and why. Of its address only the host is told. */
export async function notifyOwnerOfPause(
  tx: Tx,
  { webhook, failingSince, why }: { readonly webhook: Webhook; readonly failingSince: Date; readonly why: string },
  appUrl: string,
  now: Date,
): Promise<void> {
  const [found] = await tx
    .select({ owner: merchants, store: stores })
    .from(stores)
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .where(eq(stores.id, webhook.storeId));
  if (!found) return;
  const { owner, store } = found;
  const environment = webhook.testMode ? 'test' : 'prod';
  const { host } = new URL(webhook.url);
  const body = [
    `Hello ${plainName(owner.name)},`,
    '',
    `The webhook of your store ${quotedName(store.name)} to ${host} has failed since ${failingSince.toISOString().slice(0, 16).replace('T', ' ')} UTC, every time. It is paused: nothing more is sent there.`,
    ...(webhook.testMode ? ['It is a webhook of the test environment.'] : []),
    '',
    `The last failure: ${why.replace(/\p{Cc}+/gu, ' ')}`,
    '',
    'Nothing is lost. What happens meanwhile waits, and what has failed since then is kept. Once the receiver works again, resume the webhook, and all of it is sent:',
    '',
    `${appUrl}/dashboard/${store.slug}/${environment}/webhooks/${webhook.id}`,
  ];
  const subject = `${webhook.testMode ? '[Test] ' : ''}A webhook is paused`;
  const email = {
    kind: 'webhook_paused_notice',
    recipient: owner.email,
    subject,
    body: body.join('\n'),
  } as const;
  await queueEmail(tx, { merchantId: store.merchantId, storeId: store.id, environment }, email, now);
}
