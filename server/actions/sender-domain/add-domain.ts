import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { domainName, newSenderRefusals, requireSenderRights } from '#server/stores/rules/sender.ts';
import { newDnsToken } from '#server/stores/rules/sender-code.ts';
import { recordAdded, requireAdded } from '#server/stores/sender-changes.ts';
import { insertSenderDomain } from '#server/stores/senders.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/add-domain`: names a domain that a store would send from. Takes `storeId` and `domain` (kept in lower
 * case, IDN in punycode); gives `data.senderDomain`, `unproven`, with the DNS record to publish. The worker looks for it
 * every five minutes for a week, less often while its name servers do not answer. 400 for a name that cannot be registered, for one that the store has already and for
 * an eleventh, 403 unless owner or admin, 404 for a store that is not the merchant's. (commerce-api.md, "delete-store":
 * bound domains.)
 */
export const addDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  layer: 'email',
  input: z.object({ storeId: shortId('STO'), domain: domainName() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Name a domain to send from, and get the DNS record that proves it',
    refusals: newSenderRefusals('domain'),
    example: { storeId: '$storeId', domain: 'mail.example.com' },
  },
  async run({ tx, caller, actor, now }, { storeId, domain }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireSenderRights(store.role);
    const added = await insertSenderDomain(tx, store, { domain, dnsToken: newDnsToken() }, now);
    const sender = await requireAdded(tx, 'domain', store, added);
    await recordAdded(tx, 'domain', store, sender, actor, now);
    return { senderDomain: senderDomainObject(sender) };
  },
});
