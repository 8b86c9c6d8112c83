/** Every name in the event registry exists in the module that reads it, and every entry there is named by an event. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orderEmails } from '#server/emails/order-emails.ts';
import { ownerEmails } from '#server/emails/owner-emails.ts';
import { triggerOf } from '#server/emails/queue-emails.ts';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import { webhookEventDefinition, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { hasWebhookEvent, webhookEventName } from '#server/webhooks/webhook-event-names.ts';
import { describeEvent } from './event-words.ts';
import { definitionOf, eventTypes } from './registry.ts';

const definitions = eventTypes.flatMap((type) => definitionOf(type) ?? []);
/** Events that make each choice between two emails. */
const choices = [
  {},
  { from: 'trialing' },
  { emailsBuyer: true, of: 'trial_end' },
  { emailsBuyer: true, of: 'renewal' },
  { pastDueSince: '2027-03-15T10:00:00.000Z' },
  { failingSince: '2027-03-15T10:00:00.000Z' },
  { isScheduled: true },
  { role: 'admin' },
  { to: 'owner' },
  { testMode: false, changed: ['url'] },
].flatMap((data) =>
  [null, { after: { status: 'suspended' } }].map((changes) => {
    const actor = { kind: 'apiKey', by: 'key' } as const;
    return { environment: 'prod', actor, data, changes } as const;
  }),
);

test('every type has a row with a label', () => {
  expect(definitions).toHaveLength(eventTypes.length);
  const data = { name: 'Field notes', by: 'password', queue: 'emails', eventType: 'order.completed' };
  const labels = eventTypes.map((type) => describeEvent(type, { data, amount: '$5.00' }));
  expect(labels.filter((label) => label === '' || /undefined|\.$/.test(label))).toEqual([]);
});

test('every webhook event that is sent follows from an event, and has a payload', () => {
  const named = eventTypes
    .filter(hasWebhookEvent)
    .flatMap((type) => [webhookEventName(type, 'onetime'), webhookEventName(type, 'subscription')])
    .filter((name) => name !== undefined);
  const sent = webhookEvents.filter((name) => webhookEventDefinition(name).hint !== undefined);
  expect([...new Set(named)].toSorted()).toEqual(sent.toSorted());
  const payloads = webhookBodies.map(({ eventType }) => eventType);
  expect(sent.filter((name) => !payloads.includes(name))).toEqual([]);
});

test('every email trigger has an email and follows from an event', () => {
  const named = eventTypes.flatMap((type) => choices.flatMap((event) => triggerOf({ type, ...event }) ?? []));
  expect([...new Set(named)].toSorted()).toEqual([...Object.keys(orderEmails), ...Object.keys(ownerEmails)].toSorted());
});

test('docs/architecture/event-types.md lists every type with its readers', () => {
  const rows = eventTypes.map((type) => {
    const names = (['onetime', 'subscription'] as const).map((product) => webhookEventName(type, product));
    const webhook = hasWebhookEvent(type) ? [...new Set(names)].filter((name) => name !== undefined).join(', ') : '';
    const email = definitionOf(type)?.email === undefined ? '' : 'yes';
    const timeline = definitionOf(type)?.object === 'order' ? 'yes' : '';
    return [`\`${type}\``, webhook && `\`${webhook}\``, email, timeline];
  });
  const document = readFileSync('docs/architecture/event-types.md', 'utf8');
  const documented = [...document.matchAll(/^\| (`[a-z_.]+`.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  expect(documented).toEqual(rows);
});

test('an event that records `emailed: false` triggers no email', () => {
  const [event] = choices;
  const type = 'refund_ticket.created';
  expect(event && triggerOf({ type, ...event })).toBe('refund_requested');
  expect(event && triggerOf({ type, ...event, data: { emailed: false } })).toBeUndefined();
});

test('a type that is no longer in the registry is described by its name', () => {
  expect(definitionOf('toString')).toBeUndefined();
  expect(describeEvent('order.moved_away', { data: {}, amount: undefined })).toBe('Order moved away');
});
