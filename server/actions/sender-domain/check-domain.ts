import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { nextSenderStatus, provenRefusal, requireSenderRights, senderRefusals } from '#server/stores/rules/sender.ts';
import { lockMemberSender, updateSender } from '#server/stores/senders.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/check-domain`: has the DNS of an unproven domain looked up within a minute, also after the week in
 * which that happens by itself. Takes `id` (UUID); gives `data.senderDomain`, whose `checkedAt` is null until then. 400
 * for a domain that is proven, 403 unless owner or admin, 404 for one that is not the merchant's. (commerce-api.md,
 * "delete-store": bound domains.)
 */
export const checkDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Have a domain’s DNS record looked up now',
    refusals: [provenRefusal, ...senderRefusals('domain')],
    example: { id: '$senderDomainId' },
  },
  async run({ tx, caller, now }, { id }) {
    const { store, sender } = await lockMemberSender(tx, 'domain', caller.merchantId, id);
    requireSenderRights(store.role);
    // Asked for the refusal: where it could not be proven, nobody looks.
    nextSenderStatus(sender.status, 'prove');
    const due = { checkedAt: null, checkProblem: null };
    return { senderDomain: senderDomainObject(await updateSender(tx, 'domain', sender, due, now)) };
  },
});
