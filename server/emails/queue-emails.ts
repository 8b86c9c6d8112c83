/**
 * Queues the emails that follow from events, each once, in the transaction in which its event leaves the outbox. The
 * event registry names the trigger; the tables here name the recipient, kind, setting and content.
 */
import type { Tx } from '#db/client.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { type EmailToQueue, queueEmails as insertEmails, ofOrder, ofStore } from '#server/events/data/emails.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { EmailEvent } from '#server/events/rules/email-choices.ts';
import { definitionOf } from '#server/events/rules/registry.ts';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import { findOrderEmailFacts, findRefunds } from './data/order-email-facts.ts';
import { type OrderEmailTemplate, type OrderEmailTrigger, orderEmails } from './order-emails.ts';
import { type OrderOccurrence, occurrenceOf, refundIdOf } from './order-occurrence.ts';
import { findOwnerEmailFacts } from './owner-email-facts.ts';
import { type OwnerEmailTemplate, type OwnerEmailTrigger, ownerEmails } from './owner-emails.ts';

export type EmailTrigger = OrderEmailTrigger | OwnerEmailTrigger;

const isOrderTrigger = (trigger: EmailTrigger): trigger is OrderEmailTrigger => Object.hasOwn(orderEmails, trigger);

export const queueEmails: Consumer = {
  name: 'emails',
  async handle(tx, events, now) {
    const triggered = events.flatMap((event) => {
      const trigger = triggerOf(event);
      return trigger ? [{ event, trigger }] : [];
    });
    const ofOrders = triggered.flatMap(({ event, trigger }) => (isOrderTrigger(trigger) ? [event] : []));
    const occurrences = await findOccurrences(tx, ofOrders);
    const emails: EmailToQueue[] = [];
    for (const { event, trigger } of triggered) {
      if (!isOrderTrigger(trigger)) emails.push(...(await composeOwnerEmails(tx, event, ownerEmails[trigger])));
      else {
        const occurrence = occurrences.get(event.id);
        if (occurrence) emails.push(...(await composeOrderEmails(occurrence, orderEmails[trigger])));
      }
    }
    await insertEmails(tx, emails, now);
  },
};

/** The email trigger of an event, if any. */
export function triggerOf(event: EmailEvent): EmailTrigger | undefined {
  // An operation records `emailed: false` where a limit is reached, or another event triggers the email.
  if (event.data.emailed === false) return undefined;
  const email = definitionOf(event.type)?.email;
  return typeof email === 'function' ? email(event) : email;
}

/** The occurrences by event id; none for an event whose order is gone. */
async function findOccurrences(tx: Tx, events: readonly EventRow[]): Promise<Map<string, OrderOccurrence>> {
  const [first] = events;
  if (!first) return new Map();
  const { merchantId } = first;
  const orderIds = [...new Set(events.map(({ objectId }) => objectId))];
  const factsOf = await findOrderEmailFacts(tx, { merchantId, orderIds });
  const refunds = await findRefunds(
    tx,
    merchantId,
    events.flatMap((event) => refundIdOf(event) ?? []),
  );
  return new Map(
    events.flatMap((event) => {
      const facts = factsOf.get(event.objectId);
      return facts ? [[event.id, occurrenceOf(event, facts, refunds.get(refundIdOf(event) ?? ''))]] : [];
    }),
  );
}

/** A subscription that never began has no emails. */
async function composeOrderEmails(
  occurrence: OrderOccurrence,
  templates: readonly OrderEmailTemplate[],
): Promise<EmailToQueue[]> {
  const { event, order, store, owner } = occurrence;
  if (order.productType === 'subscription' && !order.startedAt) return [];
  const scope = { ...ofOrder(order), eventId: event.id };
  const emails: EmailToQueue[] = [];
  for (const { to, kind, switch: setting, content } of templates) {
    const recipient = to === 'buyer' ? order.buyerEmail : owner.email;
    if (recipient === null || (setting && !sendsEmail(store.notificationSettings, setting))) continue;
    const draft = await content(occurrence);
    // With a test clock years pass in seconds: notices that can be turned off then stay in the mailbox.
    const isKept = to === 'owner' && setting !== undefined && store.testClockAt !== null;
    const inTest = to === 'buyer' ? ('members' as const) : isKept ? ('none' as const) : undefined;
    if (draft) emails.push({ scope, email: { kind, recipient, ...draft }, ...(inTest && { inTest }) });
  }
  return emails;
}

async function composeOwnerEmails(
  tx: Tx,
  event: EventRow,
  { kind, scope, readers, content }: OwnerEmailTemplate,
): Promise<EmailToQueue[]> {
  const facts = await findOwnerEmailFacts(tx, event);
  const { store, owner } = facts;
  const chosen = readers ? readers(facts) : [owner];
  return [...new Map(chosen.map((reader) => [reader?.id, reader])).values()].flatMap((reader) => {
    const draft = reader && content(facts, reader);
    if (!draft) return [];
    const filed = scope === 'store' && store ? ofStore(store, event.environment) : { merchantId: reader.id };
    return [{ scope: filed, email: { kind, recipient: reader.email, ...draft } }];
  });
}
