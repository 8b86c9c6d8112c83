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
  const name = randomUUID();
  const counted = [...opened, ...opened].map(({ db }) =>
    db.transaction((tx) => countDaily(tx, name, [{ max: 3 }], new Date())),
  );
  const reached = await Promise.all(counted);
  await Promise.all(opened.map(({ close }) => close()));
  expect(nodes).toHaveLength(3);
  expect(reached.filter((limit) => limit === undefined)).toHaveLength(3);
});
