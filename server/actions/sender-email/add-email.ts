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
import { requireAddressLeft, sendSenderCode } from '#server/stores/sender-codes.ts';
import { insertSenderEmail } from '#server/stores/senders.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/add-email`: names an address that a store would send from, and emails a code of six digits there, good
 * for 30 minutes. Takes `storeId` and `email` (kept in lower case); gives `data.senderEmail`, `unproven`. 400 for one
 * that the store has already and for an eleventh, 429 within a minute of the last code to that address, for a sixth code
 * to it and for a 21st address of the store's owner within 24 hours, 403 unless owner or admin, 404 for a store that is not the merchant's. (commerce-api.md, "delete-store": bound emails.)
 */
export const addEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  layer: 'email',
  input: z.object({ storeId: shortId('STO'), email: senderAddress().meta({ description: 'Kept in lower case' }) }),
  output: senderEmailOutput,
  docs: {
    summary: 'Name an address to send from; a code is emailed there',
    refusals: [...newSenderRefusals('email'), tooManyAddressesRefusal, ...codeRefusals],
    example: { storeId: '$storeId', email: 'hello@example.com' },
  },
  async run({ tx, caller, actor, now }, { storeId, email }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireSenderRights(store.role);
    const added = await requireAdded(tx, 'email', store, await insertSenderEmail(tx, store, email, now));
    await requireAddressLeft(tx, store, now);
    const sender = await sendSenderCode(tx, added, store, now);
    await recordAdded(tx, 'email', store, sender, actor, now);
    return { senderEmail: senderEmailObject(sender) };
  },
});
