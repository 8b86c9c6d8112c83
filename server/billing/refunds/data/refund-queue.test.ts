import { expect, test } from 'vitest';
import { newMerchant, sql, watchedDatabase } from '#server/testing/api.ts';
import { listTicketQueue } from '../refund-tickets.ts';

test('the queue of refund requests is read in its order, however many there are', async () => {
  const merchant = await newMerchant();
  const sent: { text: string; values: unknown[] }[] = [];
  const watched = watchedDatabase((text, values) => sent.push({ text, values }));
  const scope = { storeId: merchant.store.id, environment: 'test' } as const;
  await listTicketQueue(watched, scope, { limit: 26, offset: 0 });
  const [{ text, values } = { text: '', values: [] }] = sent;
  const plan = await sql.begin(async (tx) => {
    // As it is decided where there are many: here a sort of none would cost nothing.
    await tx`set local enable_sort = off`;
    return await tx.unsafe(`explain ${text}`, values as string[]);
  });
  const lines = plan.map((line) => String(line['QUERY PLAN']));
  expect(lines.join('\n')).toContain('using refund_tickets_queue');
  expect(lines.filter((line) => line.includes('Sort Key: ((refund_tickets.status'))).toEqual([]);
});
