import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { shortId } from '../../domain/fields.ts';
import { domainName, mostSendersPerStore, newSenderRefusals, requireSenderRights } from '../../domain/sender.ts';
import { newDnsToken } from '../../domain/sender-code.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { countSenders, insertSenderDomain } from '../../queries/senders.ts';
import { lockMemberStore } from '../../queries/stores.ts';
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
    const sender = await insertSenderDomain(tx, store, { domain, dnsToken: newDnsToken() }, now);
    if (!sender) throw new ApiError(400, 'This domain has already been added', 'email');
    if ((await countSenders(tx, 'domain', store.id)) > mostSendersPerStore) {
      throw new ApiError(400, `At most ${mostSendersPerStore} sender domains per store`, 'email');
    }
    const data = { kind: 'domain', name: domain };
    const event = { type: 'sender.added', objectType: 'sender', objectId: sender.id, data } as const;
    await recordEvent(
      tx,
      { merchantId: store.merchantId, storeId: store.id, environment: 'prod', actor, ...event },
      now,
    );
    return { senderDomain: senderDomainObject(sender) };
  },
});
