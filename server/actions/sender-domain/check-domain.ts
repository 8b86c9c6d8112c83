import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { nextSenderStatus, provenRefusal, requireSenderRights, senderRefusals } from '#server/stores/rules/sender.ts';
import { lockMemberSender, updateSender } from '#server/stores/senders.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/check-domain`: schedules a DNS lookup of an unverified domain within a minute, also after the week of
 * automatic lookups. `checkedAt` is null until then. (commerce-api.md, "delete-store": bound domains)
 */
export const checkDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Look up a domain’s DNS record now',
    refusals: [provenRefusal, ...senderRefusals('domain')],
    example: { id: '$senderDomainId' },
  },
  async run({ tx, caller, now }, { id }) {
    const { store, sender } = await lockMemberSender(tx, 'domain', caller.merchantId, id);
    requireSenderRights(store.role);
    // Called for its refusal: lookups make sense only while the domain is unverified.
    nextSenderStatus(sender.status, 'prove');
    const due = { checkedAt: null, checkProblem: null };
    return { senderDomain: senderDomainObject(await updateSender(tx, 'domain', sender, due, now)) };
  },
});
