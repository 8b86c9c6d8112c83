import { expect, test } from 'vitest';
import { statusWords } from '#components/dashboard/emails/email-words.ts';
import type { HistoryDelivery, HistoryEmail } from '#server/billing/orders/data/order-history.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeHistory } from './order-timeline.ts';

const orderId = newId();
const base = '/dashboard/shop/test';
const real = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const event = (type: string, at: Date, recordedAt = at, kind: EventRow['actor']['kind'] = 'worker'): EventRow => ({
  id: newId(),
  merchantId: newId(),
  storeId: newId(),
  environment: 'test',
  type,
  objectType: 'order',
  objectId: orderId,
  sequence: 1,
  actor: { kind, by: 'x' },
  data: {},
  changes: null,
  createdAt: at,
  recordedAt,
});
const email = (fields: Partial<HistoryEmail>): HistoryEmail => ({
  id: newId(),
  eventId: null,
  kind: 'subscription_cycled',
  recipient: 'ana@example.com',
  status: 'sent',
  createdAt: real(0),
  ...fields,
});
const delivery = (fields: Partial<HistoryDelivery>): HistoryDelivery => ({
  id: newId(),
  eventId: null,
  orderId,
  eventType: 'subscription.renewed',
  status: 'success',
  attempts: 1,
  url: 'https://shop.example.com/hooks?token=secret',
  createdAt: real(0),
  ...fields,
});
const notifications = (events: readonly EventRow[], emails: HistoryEmail[], deliveries: HistoryDelivery[] = []) =>
  describeHistory(events, [], { emails, deliveries, customerEmail: null, base }).map((entry) =>
    entry.notifications.map(({ name, status }) => [name, status]),
  );

test('assigns emails to their events when a test clock advances years in seconds', () => {
  const year = (number: number) => new Date(Date.UTC(2030 + number, 0, 1));
  const renewals = [1, 2, 3].map((number) => event('subscription.renewed', year(number), real(0)));
  const emails = renewals.map(({ id }) => email({ eventId: id }));
  expect(notifications(renewals, emails.toReversed())).toEqual([
    [['Renewal receipt', 'Sent']],
    [['Renewal receipt', 'Sent']],
    [['Renewal receipt', 'Sent']],
  ]);
});

test('assigns an email without an event to the last event before it', () => {
  const story = [event('order.created', real(0)), event('order.completed', real(5)), event('refund.started', real(9))];
  const early = email({ kind: null, createdAt: real(-1), status: 'queued' });
  const late = email({ kind: 'refund', createdAt: real(7), status: 'failed' });
  expect(notifications(story, [late, early])).toEqual([[], [['Refund', 'Failed']], [['Email', statusWords.queued]]]);
  const [, completed] = describeHistory(story, [], {
    emails: [late],
    deliveries: [],
    customerEmail: 'ANA@example.com',
    base,
  });
  // Sent two minutes after the event, so the time is shown.
  expect(completed?.notifications).toMatchObject([
    { channel: 'email', recipient: 'the customer', hasFailed: true, at: real(7), href: `${base}/emails/${late.id}` },
  ]);
});

test('shows the status of deliveries and only the host of their URLs', () => {
  const paid = event('order.completed', real(0));
  const deliveries = [
    delivery({ eventId: paid.id, status: 'failed', attempts: 8, url: null }),
    delivery({ eventId: paid.id, status: 'pending', attempts: 2 }),
    delivery({ eventId: paid.id, attempts: 3 }),
  ];
  const [entry] = describeHistory([paid], [], { emails: [], deliveries, customerEmail: null, base });
  expect(entry?.notifications.map(({ recipient, status }) => [recipient, status])).toEqual([
    ['shop.example.com', 'Delivered after 3 attempts'],
    ['shop.example.com', 'Pending after 2 attempts'],
    ['a deleted webhook', 'Failed after 8 attempts'],
  ]);
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('summarizes many deliveries of one event in a line with a link', () => {
  const paid = event('order.completed', real(0));
  const deliveries = (['success', 'success', 'success', 'pending', 'failed'] as const).map((status) =>
    delivery({ eventId: paid.id, status }),
  );
  const [entry] = describeHistory([paid], [], { emails: [], deliveries, customerEmail: null, base });
  expect(entry?.notifications).toMatchObject([
    {
      name: '5 deliveries',
      status: '3 delivered, 1 pending, 1 failed',
      href: `${base}/webhooks/deliveries?order=${toShortId('ORD', orderId)}`,
    },
  ]);
});

test('shows the address of a notice to an owner who is also the customer', () => {
  const paid = event('order.completed', real(0));
  const both = (['order_confirmation', 'new_order'] as const).map((kind) => email({ eventId: paid.id, kind }));
  const [entry] = describeHistory([paid], [], { emails: both, deliveries: [], customerEmail: 'ana@example.com', base });
  expect(entry?.notifications.map(({ recipient }) => recipient).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'ana@example.com',
    'the customer',
  ]);
});

test('omits notifications if none are given', () => {
  expect(describeHistory([event('order.created', real(0))], [])).toMatchObject([{ notifications: [] }]);
});
