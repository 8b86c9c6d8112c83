/** The codes that verify sender addresses. Emails to strangers are limited. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails, events } from '#db/schema/index.ts';
import { idAt } from '#server/domain/ids.ts';
import { quotedName } from '#server/domain/quoted-name.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import type { EmailKind } from '#server/events/rules/email.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { inStores, scopeOfStores } from '#server/platform/data/listing.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';
import {
  codeIntervalSeconds,
  codeTooSoon,
  codeTtlSeconds,
  maxAddressesPerDay,
  maxCodesPerDay,
  senderDaySeconds,
  tooManyAddresses,
  tooManyCodes,
} from './rules/sender.ts';
import { codeDigestOf, newSenderCode } from './rules/sender-code.ts';
import { type SenderEmail, updateSender } from './senders.ts';
import { listOwnedStores, type Store } from './stores.ts';

/**
 * 429 if the owner's stores have added the maximum number of addresses in 24 hours, also removed ones. Locks the owner's
 * limit until the transaction ends.
 */
export async function requireAddressLeft(tx: Tx, { ownerId }: Pick<Store, 'ownerId'>, now: Date): Promise<void> {
  // Two stores of one owner must not check at the same time: each has locked only its own row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sender addresses of ${ownerId}`}, 0))`);
  const since = new Date(now.getTime() - senderDaySeconds * 1000);
  const owned = scopeOfStores(await listOwnedStores(tx, ownerId));
  const added = await tx
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(
      and(
        inStores(events, owned),
        eq(events.environment, 'prod'),
        // An event's ID begins with the time of its recording, by which an index sorts a store's events.
        gt(events.id, idAt(since)),
        gt(events.createdAt, since),
        eq(events.type, 'sender.added'),
        sql`${events.data}->>'kind' = 'email'`,
      ),
    )
    .orderBy(desc(events.createdAt))
    .limit(maxAddressesPerDay);
  const oldest = added[maxAddressesPerDay - 1];
  // A concurrent call may have started later.
  if (oldest) throw tooManyAddresses(Math.min(secondsBetween(since, oldest.createdAt), senderDaySeconds));
}

const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000);

const kind: EmailKind = 'sender_code';

/**
 * Emails an unverified address a new code, which voids the previous one. 429 if any store sent the address a code less than a
 * minute ago, or five within 24 hours: this limits both unwanted emails and guesses.
 */
export async function sendSenderCode(
  tx: Tx,
  sender: SenderEmail,
  store: Pick<Store, 'id' | 'name' | 'merchantId'>,
  now: Date,
): Promise<SenderEmail> {
  // Two stores must not check one address at the same time: each has locked only its own row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}\n${sender.email}`}, 0))`);
  const dayAgo = new Date(now.getTime() - senderDaySeconds * 1000);
  const since = new Date(now.getTime() - codeIntervalSeconds * 1000);
  const recent = await tx
    .select({ createdAt: emails.createdAt })
    .from(emails)
    .where(
      // The limit is the address's, in the stores of all merchants.
      and(everyMerchant, gt(emails.createdAt, dayAgo), eq(emails.recipient, sender.email), eq(emails.kind, kind)),
    )
    .orderBy(desc(emails.createdAt))
    .limit(maxCodesPerDay);
  const [newest, oldest] = [recent[0], recent[maxCodesPerDay - 1]];
  if (oldest) throw tooManyCodes(Math.min(secondsBetween(dayAgo, oldest.createdAt), senderDaySeconds));
  if (newest && newest.createdAt > since) throw codeTooSoon(secondsBetween(since, newest.createdAt));
  const code = newSenderCode();
  const draft = englishDraft(serviceLook, {
    subject: 'Your code for Counterfoil',
    parts: [
      `Your code is ${code}`,
      `The store ${quotedName(store.name)} wants to send emails from this address. Enter the code to confirm that the address is yours. It expires in 30 minutes. If you did not request it, ignore this email.`,
    ],
  });
  const email = { kind, recipient: sender.email, ...draft, isUrgent: true };
  await queueEmail(tx, ofStore(store, 'prod'), email, now);
  const changes = {
    codeDigest: codeDigestOf(sender.id, code),
    codeExpiresAt: new Date(now.getTime() + codeTtlSeconds * 1000),
    codeAttempts: 0,
  };
  return await updateSender(tx, 'email', sender, changes, now);
}
