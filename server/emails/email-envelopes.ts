/** The sender's name, the sender's address and the reply address of an email. */
import { asc } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { senderDomains, senderEmails } from '#db/schema/index.ts';
import { plainName } from '#server/domain/quoted-name.ts';
import type { Email } from '#server/events/data/emails.ts';
import { buyerKinds, type EmailKind } from '#server/events/rules/email.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findStore } from '#server/stores/stores.ts';

export interface Envelope {
  readonly fromName: string | null;
  readonly fromAddress: string | null;
  readonly replyTo: string | null;
}

const serviceEnvelope: Envelope = { fromName: null, fromAddress: null, replyTo: null };

/**
 * Emails to buyers have the store's name and its support address for replies, and in prod a bound address or domain of the
 * store. All others come from the service.
 */
export async function findEnvelope(
  tx: Tx,
  { merchantId, storeId, environment, kind }: Pick<Email, 'merchantId' | 'storeId' | 'environment' | 'kind'>,
  serviceAddress: string,
): Promise<Envelope> {
  if (storeId === null || kind === null || !(buyerKinds as readonly EmailKind[]).includes(kind)) return serviceEnvelope;
  const store = await findStore(tx, storeId);
  if (!store) return serviceEnvelope;
  const fromAddress =
    environment === 'prod' ? await findBoundAddress(tx, { merchantId, storeId }, serviceAddress) : null;
  return { fromName: plainName(store.name), fromAddress, replyTo: store.supportEmail };
}

/** The first bound address, else the local part of the service's address at the first bound domain. */
async function findBoundAddress(tx: Tx, store: StoreScope, serviceAddress: string): Promise<string | null> {
  const emails = await emailsOf(tx, store);
  const email = emails.find(({ status }) => status === 'bound')?.email;
  if (email !== undefined) return email;
  const domains = await domainsOf(tx, store);
  const domain = domains.find(({ status }) => status === 'bound')?.domain;
  return domain === undefined ? null : `${localPartOf(serviceAddress)}@${domain}`;
}

const emailsOf = hotStatement((db, store: Params<StoreScope>) =>
  db
    .select({ status: senderEmails.status, email: senderEmails.email })
    .from(senderEmails)
    .where(inStore(senderEmails, store))
    .orderBy(asc(senderEmails.createdAt), asc(senderEmails.id)),
);

const domainsOf = hotStatement((db, store: Params<StoreScope>) =>
  db
    .select({ status: senderDomains.status, domain: senderDomains.domain })
    .from(senderDomains)
    .where(inStore(senderDomains, store))
    .orderBy(asc(senderDomains.createdAt), asc(senderDomains.id)),
);

/** `no-reply` of `Counterfoil <no-reply@example.com>`. */
const localPartOf = (mailbox: string): string => /([^\s<>"@]+)@[^@]*$/.exec(mailbox)?.[1] ?? 'no-reply';
