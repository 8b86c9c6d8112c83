import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import {
  codeRefusals,
  newSenderRefusals,
  requireSenderRights,
  senderAddress,
  tooManyAddressesRefusal,
} from '#server/stores/rules/sender.ts';
import { recordAdded, requireAdded } from '#server/stores/sender-changes.ts';
import { countAddress, sendSenderCode } from '#server/stores/sender-codes.ts';
import { insertSenderEmail } from '#server/stores/senders.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/add-email`: adds an address that the store wants to send from and emails it a six-digit code, valid for
 * 30 minutes. Limits: one code a minute and five a day per address, 20 addresses a day per owner. (commerce-api.md,
 * "delete-store": bound emails)
 */
export const addEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ storeId: shortId('STO'), email: senderAddress().meta({ description: 'Stored in lower case' }) }),
  output: senderEmailOutput,
  docs: {
    summary: 'Add a sender address and email a verification code to it',
    refusals: [...newSenderRefusals('email'), tooManyAddressesRefusal, ...codeRefusals],
    example: { storeId: '$storeId', email: 'hello@example.com' },
  },
  async run({ tx, caller, actor, now }, { storeId, email }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireSenderRights(store.role);
    const added = await requireAdded(tx, 'email', store, await insertSenderEmail(tx, store, email, now));
    await countAddress(tx, store, now);
    const sender = await sendSenderCode(tx, added, store, now);
    await recordAdded(tx, 'email', store, sender, actor, now);
    return { senderEmail: senderEmailObject(sender) };
  },
});
