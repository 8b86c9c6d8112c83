/** What the page on webhooks says of events is what is told. */
import { expect, test } from 'vitest';
import { webhookChannels } from '#server/webhooks/rules/webhook.ts';
import { webhookBodies, webhookBody } from '#server/webhooks/rules/webhook-body.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { chatChannels, documentedEvents, exampleRequest, fieldGroups } from './webhook-guide.ts';

const namesIn = (group: string): string[] =>
  Object.keys(fieldGroups.find(({ name }) => name === group)?.schema.properties ?? {});

test('every event is there, and its groups hold exactly the fields of its body', () => {
  expect(documentedEvents.map(({ name }) => name)).toEqual([...webhookEvents]);
  for (const { name, fields } of documentedEvents) {
    const told = Object.keys(webhookBodies.find(({ eventType }) => eventType === name)?.schema.shape.data.shape ?? {});
    expect([name, ['order', ...fields].flatMap(namesIn).toSorted()]).toEqual([name, told.toSorted()]);
  }
});

test('what no change of a plan can send yet says so', () => {
  const unsent = documentedEvents.filter(
    ({ when }) => when === 'Not sent yet, because plan changes are not supported.',
  );
  expect(unsent.map(({ name }) => name)).toEqual(webhookEvents.filter((name) => name.includes('plan_change')));
});

test('the groups are those of a payment, a subscription and a refund', () => {
  expect(namesIn('order')).toEqual(expect.arrayContaining(['orderId', 'buyerEmail', 'currency', 'amount']));
  expect(namesIn('payment')).toContain('chargedAmount');
  expect(namesIn('subscription')).toContain('planPrice');
  expect(namesIn('refund')).toContain('refundedAmount');
  expect(documentedEvents.find(({ name }) => name === 'subscription.renewed')?.fields).toEqual([
    'payment',
    'subscription',
  ]);
});

test('the example is a body as the schema has it', () => {
  expect(webhookBody('order.completed').safeParse(JSON.parse(exampleRequest.body)).error).toBeUndefined();
});

test('every chat is explained', () => {
  expect(['http', ...Object.keys(chatChannels)].toSorted()).toEqual([...webhookChannels].toSorted());
});
