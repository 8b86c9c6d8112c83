/** In whose name an email goes out, from which address, and who reads the answers. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { senderDomains, senderEmails } from '#db/schema/index.ts';
import { plainName } from '#server/domain/quoted-name.ts';
import type { Email } from '#server/events/data/emails.ts';
import { buyerKinds, type EmailKind } from '#server/events/rules/email.ts';
import { findStore } from '#server/stores/stores.ts';

export interface Envelope {
  readonly fromName: string | null;
  readonly fromAddress: string | null;
  readonly replyTo: string | null;
}

const ofService: Envelope = { fromName: null, fromAddress: null, replyTo: null };

/**
 * A letter to a buyer comes in its store's name and is answered to its support address; in prod from an address of the
 * store's that is bound, or at a domain that is. Everything else comes from the service itself.
 */
export async function findEnvelope(
  tx: Tx,
  { storeId, environment, kind }: Pick<Email, 'storeId' | 'environment' | 'kind'>,
  serviceAddress: string,
): Promise<Envelope> {
  if (storeId === null || kind === null || !(buyerKinds as readonly EmailKind[]).includes(kind)) return ofService;
  const store = await findStore(tx, storeId);
  if (!store) return ofService;
  const fromAddress = environment === 'prod' ? await findBoundAddress(tx, storeId, serviceAddress) : null;
  return { fromName: plainName(store.name), fromAddress, replyTo: store.supportEmail };
}

/** The first address that was bound; else one at the first domain that was, called what the service's own is. */
async function findBoundAddress(tx: Tx, storeId: string, serviceAddress: string): Promise<string | null> {
  const emails = await emailsOf(tx, { storeId });
  const email = emails.find(({ status }) => status === 'bound')?.email;
  if (email !== undefined) return email;
  const domains = await domainsOf(tx, { storeId });
  const domain = domains.find(({ status }) => status === 'bound')?.domain;
  return domain === undefined ? null : `${localPartOf(serviceAddress)}@${domain}`;
}

const emailsOf = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db
    .select({ status: senderEmails.status, email: senderEmails.email })
    .from(senderEmails)
    .where(eq(senderEmails.storeId, storeId))
    .orderBy(asc(senderEmails.createdAt), asc(senderEmails.id)),
);

const domainsOf = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db
    .select({ status: senderDomains.status, domain: senderDomains.domain })
    .from(senderDomains)
    .where(eq(senderDomains.storeId, storeId))
    .orderBy(asc(senderDomains.createdAt), asc(senderDomains.id)),
);

/** `no-reply` of `Counterfoil <no-reply@example.com>`. */
const localPartOf = (mailbox: string): string => /([^\s<>"@]+)@[^@]*$/.exec(mailbox)?.[1] ?? 'no-reply';
