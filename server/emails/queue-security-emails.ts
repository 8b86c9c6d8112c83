/**
 * Emails owners about what could be an attack: once for each event, in the transaction in which it leaves the outbox.
 * (docs/behavior/keys-and-environments.md.)
 */
import type { Tx } from '#db/client.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { settings } from '#server/platform/settings.ts';
import { findStore } from '#server/stores/stores.ts';
import { findActor } from './data/security-facts.ts';
import { type SecurityEmailTrigger, securityTriggerOf } from './security-email-triggers.ts';
import { securityEmail } from './security-emails.ts';

export const queueSecurityNotices: Consumer = {
  name: 'security-notices',
  async handle(tx: Tx, events: readonly EventRow[], now: Date): Promise<void> {
    for (const event of events) {
      const news = securityTriggerOf(event);
      if (news) await report(tx, event, news, now);
    }
  },
};

async function report(tx: Tx, event: EventRow, news: SecurityEmailTrigger, now: Date): Promise<void> {
  const { names, keyEnvironment } = await findActor(tx, event.actor);
  // A key that was deleted since may have been a test key.
  const isByTestKey = event.actor.kind === 'apiKey' && keyEnvironment !== 'prod';
  if (news === 'changed_by_key' && !isByTestKey) return;
  const store = event.storeId === null ? undefined : await findStore(tx, event.storeId);
  const personId = accountIn(event.data.merchantId);
  const person = personId === undefined ? undefined : await findMerchant(tx, personId);
  const dashboardUrl = `${settings().appUrl}/dashboard`;
  const handedOver = [accountIn(event.data.formerOwner), personId];
  const readers = news === 'store_handed_over' ? handedOver : [store?.ownerId ?? event.merchantId];
  for (const id of new Set(readers)) {
    const account = id === undefined ? undefined : await findMerchant(tx, id);
    if (!account) continue;
    const reader = { name: account.name, isPerson: account.id === personId };
    const letter = securityEmail(news, { event, names, isByTestKey, store, person }, reader, dashboardUrl);
    // An account's email, not the store's: its other members are not to read where somebody signed in from.
    await queueEmail(tx, { merchantId: account.id }, { kind: 'security', recipient: account.email, ...letter }, now);
  }
}

const accountIn = (shortId: unknown): string | undefined =>
  typeof shortId === 'string' ? fromShortId('MER', shortId) : undefined;
