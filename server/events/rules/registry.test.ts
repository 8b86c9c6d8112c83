/** What the event registry names exists in the modules that read it, and each of those is named by an event. */
import { expect, test } from 'vitest';
import { buyerLetters, merchantNotices, triggerOf } from '#server/emails/email-triggers.ts';
import { securityConditions } from '#server/emails/security-email-triggers.ts';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import { webhookEventDefinition, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { hasWebhookEvent, webhookEventName } from '#server/webhooks/webhook-event-names.ts';
import { describeEvent } from './event-words.ts';
import { definitionOf, eventTypes } from './registry.ts';

const definitions = eventTypes.flatMap((type) => definitionOf(type) ?? []);
/** Enough for each choice between two emails. */
const choices = [
  {},
  { from: 'trialing' },
  { emailsBuyer: true, of: 'trial_end' },
  { emailsBuyer: true, of: 'renewal' },
];

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

test('every email trigger follows from an event, and has an email', () => {
  const named = eventTypes.flatMap((type) => choices.flatMap((data) => triggerOf({ type, data }) ?? []));
  const emails = new Set([...Object.keys(buyerLetters), ...Object.keys(merchantNotices)]);
  expect([...new Set(named)].toSorted()).toEqual([...emails].toSorted());
});

test('every email about a refund follows from an event', () => {
  const named = definitions.flatMap(({ refundEmail }) => refundEmail ?? []);
  expect(named.toSorted()).toEqual(['refund_failed', 'refund_made', 'refund_not_booked']);
});

test('every security email follows from an event, and has a condition', () => {
  const named = definitions.flatMap(({ security }) => security ?? []);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(securityConditions).toSorted());
});

test('a type that is no longer in the registry is described by its name', () => {
  expect(definitionOf('toString')).toBeUndefined();
  expect(describeEvent('order.moved_away', { data: {}, amount: undefined })).toBe('Order moved away');
});
