import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { sql } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { countDaily } from './daily-limits.ts';

test('transactions on different nodes count one after the other', async () => {
  const nodes = await sql`select nodename as host, nodeport as port from pg_dist_node`;
  const opened = nodes.map(({ host, port }) =>
    openDatabase(Object.assign(new URL(databaseUrl), { hostname: host, port: String(port) }).href, { max: 2 }),
  );
  const limits = [{ max: 3, refusal: () => new Error('three a day') }];
  const name = randomUUID();
  const counted = [...opened, ...opened].map(({ db }) =>
    db.transaction((tx) => countDaily(tx, name, limits, new Date())),
  );
  const answers = await Promise.allSettled(counted);
  await Promise.all(opened.map(({ close }) => close()));
  expect(nodes).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.message] : []));
  expect(reasons).toEqual(['three a day', 'three a day', 'three a day']);
});
