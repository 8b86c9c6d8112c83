/** The webhook guide's data, checked against webhook bodies. */
import { expect, test } from 'vitest';
import { webhookChannels } from '#server/webhooks/rules/webhook.ts';
import { webhookBodies, webhookBody } from '#server/webhooks/rules/webhook-body.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { chatChannels, documentedEvents, exampleRequest, fieldGroups } from './webhook-guide.ts';

const namesIn = (group: string): string[] =>
  Object.keys(fieldGroups.find(({ name }) => name === group)?.schema.properties ?? {});

test('lists every event, with groups of exactly its body’s fields', () => {
  expect(documentedEvents.map(({ name }) => name)).toEqual([...webhookEvents]);
  for (const { name, fields } of documentedEvents) {
    const bodyFields = Object.keys(
      webhookBodies.find(({ eventType }) => eventType === name)?.schema.shape.data.shape ?? {},
    );
    expect([name, ['order', ...fields].flatMap(namesIn).toSorted()]).toEqual([name, bodyFields.toSorted()]);
  }
});

test('gives plan-change events a group of their own', () => {
  const grouped = documentedEvents.filter(({ fields }) => fields.includes('plan change'));
  expect(grouped.map(({ name }) => name)).toEqual(webhookEvents.filter((name) => name.includes('plan_change')));
});

test('groups fields by payment, subscription and refund', () => {
  expect(namesIn('order')).toEqual(expect.arrayContaining(['orderId', 'buyerEmail', 'currency', 'amount']));
  expect(namesIn('payment')).toContain('chargedAmount');
  expect(namesIn('subscription')).toContain('planPrice');
  expect(namesIn('refund')).toContain('refundedAmount');
  expect(documentedEvents.find(({ name }) => name === 'subscription.renewed')?.fields).toEqual([
    'payment',
    'subscription',
  ]);
});

test('the example body matches its schema', () => {
  expect(webhookBody('order.completed').safeParse(JSON.parse(exampleRequest.body)).error).toBeUndefined();
});

test('describes every chat channel', () => {
  expect(['http', ...Object.keys(chatChannels)].toSorted()).toEqual([...webhookChannels].toSorted());
});
