/** The codes that verify sender addresses. Emails to strangers are limited. */
import { randomInt } from 'node:crypto';
import type { Tx } from '#db/client.ts';
import { quotedName } from '#server/domain/quoted-name.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import type { EmailKind } from '#server/events/rules/email.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { countDaily } from '#server/platform/data/daily-limits.ts';
import {
  codeIntervalSeconds,
  codeTooSoon,
  codeTtlSeconds,
  maxAddressesPerDay,
  maxCodesPerDay,
  tooManyAddresses,
  tooManyCodes,
} from './rules/sender.ts';
import { codeDigestOf } from './rules/sender-code.ts';
import { type SenderEmail, updateSender } from './senders.ts';
import type { Store } from './stores.ts';

/** Counts an address that the owner's stores add; 429 if they added the maximum number within 24 hours, also removed ones. */
export async function countAddress(tx: Tx, { ownerId }: Pick<Store, 'ownerId'>, now: Date): Promise<void> {
  const reached = await countDaily(tx, `sender addresses of ${ownerId}`, [{ max: maxAddressesPerDay }], now);
  if (reached) throw tooManyAddresses(reached.waitSeconds);
}

/** Six digits, all equally likely. */
const newSenderCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

const kind: EmailKind = 'sender_code';

const codeLimits = [
  { max: maxCodesPerDay, refusal: tooManyCodes },
  { max: 1, seconds: codeIntervalSeconds, refusal: codeTooSoon },
];

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
  const reached = await countDaily(tx, `${kind} ${sender.email}`, codeLimits, now);
  if (reached) throw reached.limit.refusal(reached.waitSeconds);
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
