import { expect, test } from 'vitest';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { newMerchant, sql, watchedDatabase } from '#server/testing/api.ts';
import { isOnCluster } from '#server/testing/citus/cluster.ts';
import { listTicketQueue } from '../refund-tickets.ts';

// A cluster's plan is one for each node.
test.skipIf(isOnCluster)('reads the queue of refund requests from an index, without a sort', async () => {
  const merchant = await newMerchant();
  const sent: { text: string; values: unknown[] }[] = [];
  const watched = watchedDatabase((text, values) => sent.push({ text, values }));
  const scope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
  await listTicketQueue(watched, scope, { limit: 26, offset: 0 });
  const [{ text, values } = { text: '', values: [] }] = sent;
  const plan = await sql.begin(async (tx) => {
    // Without sorts, as PostgreSQL would decide for many rows: sorting an empty table is free.
    await tx`set local enable_sort = off`;
    return await tx.unsafe(`explain ${text}`, values as string[]);
  });
  const lines = plan.map((line) => String(line['QUERY PLAN']));
  expect(lines.join('\n')).toContain('using refund_tickets_queue');
  expect(lines.filter((line) => line.includes('Sort Key: ((refund_tickets.status'))).toEqual([]);
});
