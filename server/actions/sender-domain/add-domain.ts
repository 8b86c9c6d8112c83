import { z } from 'zod';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { domainName, newSenderRefusals, requireSenderRights } from '#server/stores/rules/sender.ts';
import { recordAdded, requireAdded } from '#server/stores/sender-changes.ts';
import { insertSenderDomain } from '#server/stores/senders.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/add-domain`: adds a domain that the store wants to send from, stored in lower case and punycode, and
 * returns the DNS record to publish. The worker looks the record up every five minutes for a week, less often while the
 * name servers do not answer. (commerce-api.md, "delete-store": bound domains)
 */
export const addDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ storeId: shortId('STO'), domain: domainName() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Add a sender domain and get the DNS record that verifies it',
    refusals: newSenderRefusals('domain'),
    example: { storeId: '$storeId', domain: 'mail.example.com' },
  },
  async run({ tx, caller, actor, now }, { storeId, domain }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireSenderRights(store.role);
    const added = await insertSenderDomain(tx, store, domain, now);
    const sender = await requireAdded(tx, 'domain', store, added);
    await recordAdded(tx, 'domain', store, sender, actor, now);
    return { senderDomain: senderDomainObject(sender) };
  },
});
