import { expect, test } from 'vitest';
import type { HistoryDelivery, HistoryEmail } from '#server/billing/orders/data/order-history.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeHistory } from './order-story.ts';

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
const followUps = (events: readonly EventRow[], emails: HistoryEmail[], deliveries: HistoryDelivery[] = []) =>
  describeHistory(events, [], { emails, deliveries, buyer: null, base }).map((moment) =>
    moment.followUps.map(({ what, fate }) => [what, fate]),
  );

test('what was told stands with what it tells of, also where a test clock makes years of seconds', () => {
  const year = (number: number) => new Date(Date.UTC(2030 + number, 0, 1));
  const renewals = [1, 2, 3].map((number) => event('subscription.renewed', year(number), real(0)));
  const letters = renewals.map(({ id }) => email({ eventId: id }));
  expect(followUps(renewals, letters.toReversed())).toEqual([
    [['Renewal receipt', 'Sent']],
    [['Renewal receipt', 'Sent']],
    [['Renewal receipt', 'Sent']],
  ]);
});

test('an email that is not known to tell of one event stands with the last that had happened', () => {
  const story = [event('order.created', real(0)), event('order.completed', real(5)), event('refund.started', real(9))];
  const early = email({ kind: null, createdAt: real(-1), status: 'queued' });
  const late = email({ kind: 'refund', createdAt: real(7), status: 'failed' });
  expect(followUps(story, [late, early])).toEqual([[], [['Refund', 'Failed']], [['Email', 'Queued']]]);
  const [, completed] = describeHistory(story, [], { emails: [late], deliveries: [], buyer: 'ANA@example.com', base });
  // Two minutes later is not at once.
  expect(completed?.followUps).toMatchObject([
    { channel: 'email', whom: 'the buyer', hasFailed: true, at: real(7), href: `${base}/emails/${late.id}` },
  ]);
});

test('deliveries say what became of them, and nothing of an address but its host', () => {
  const paid = event('order.completed', real(0));
  const told = [
    delivery({ eventId: paid.id, status: 'failed', attempts: 8, url: null }),
    delivery({ eventId: paid.id, status: 'pending', attempts: 2 }),
    delivery({ eventId: paid.id, attempts: 3 }),
  ];
  const [moment] = describeHistory([paid], [], { emails: [], deliveries: told, buyer: null, base });
  expect(moment?.followUps.map(({ whom, fate }) => [whom, fate])).toEqual([
    ['shop.example.com', 'Arrived after 3 tries'],
    ['shop.example.com', 'Not arrived yet, 2 tries'],
    ['a webhook that was removed', 'Failed after 8 tries'],
  ]);
  expect(JSON.stringify(moment)).not.toContain('secret');
});

test('many deliveries of one moment are a line, which leads to them', () => {
  const paid = event('order.completed', real(0));
  const told = (['success', 'success', 'success', 'pending', 'failed'] as const).map((status) =>
    delivery({ eventId: paid.id, status }),
  );
  const [moment] = describeHistory([paid], [], { emails: [], deliveries: told, buyer: null, base });
  expect(moment?.followUps).toMatchObject([
    {
      what: '5 deliveries',
      fate: '3 arrived, 1 on their way, 1 failed',
      href: `${base}/webhooks/deliveries?order=${toShortId('ORD', orderId)}`,
    },
  ]);
});

test('a notice goes to the owner, also where the owner has bought it', () => {
  const paid = event('order.completed', real(0));
  const both = (['order_confirmation', 'new_order'] as const).map((kind) => email({ eventId: paid.id, kind }));
  const [moment] = describeHistory([paid], [], { emails: both, deliveries: [], buyer: 'ana@example.com', base });
  expect(moment?.followUps.map(({ whom }) => whom).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'ana@example.com',
    'the buyer',
  ]);
});

test('where nobody asks who was told, nobody is', () => {
  expect(describeHistory([event('order.created', real(0))], [])).toMatchObject([{ followUps: [] }]);
});
