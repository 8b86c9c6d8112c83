/** Entries for sign-ins and for operator commands, which change no setting of a merchant. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { and, asc, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { events } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { enterByToken } from '#server/storefront/portal/entry.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const eventsOf = (merchantId: string) =>
  db.select().from(events).where(eq(events.merchantId, merchantId)).orderBy(asc(events.id));

test('records an issued session token by its ID, without the token', async () => {
  const merchant = await newMerchant();
  const given = { storeId: merchant.storeId, buyerIdentity: 'user-1' };
  const { token, expiresAt } = (await merchant.call('auth/issue-session-token', given)).body.data;
  const [event, ...more] = await eventsOf(merchant.id);
  expect(event).toMatchObject({
    type: 'session_token.issued',
    objectType: 'session_token',
    objectId: decodeJwt(token).jti,
    storeId: merchant.store.id,
    actor: { kind: 'apiKey' },
    data: { buyerIdentity: 'user-1', expiresAt },
  });
  expect(more).toEqual([]);
  expect(JSON.stringify(event)).not.toContain(token);
});

test('records a customer’s sign-in to the portal', async () => {
  const merchant = await newMerchant();
  const environment = 'prod';
  const claims = { merchantId: merchant.id, storeId: merchant.store.id, buyerIdentity: 'user-1', environment } as const;
  const { secret } = await enterByToken(db, { store: merchant.store, environment }, claims, new Date());
  const [event] = await eventsOf(merchant.id);
  expect(event).toMatchObject({
    type: 'portal.entered',
    environment: 'prod',
    actor: { kind: 'portal', by: 'user-1' },
    data: { by: 'session token' },
  });
  expect(JSON.stringify(event)).not.toContain(secret);
});

test('records operator commands with the command and the system user', async () => {
  const email = `${randomUUID()}@example.com`;
  const created = await runCommand(
    ['merchant', 'create', '--email', email, '--store', 'Kettle', '--json'],
    databaseUrl,
  );
  const { merchantId, keys } = JSON.parse(created.stdout);
  const id = fromShortId('MER', merchantId) ?? '';
  const found = await eventsOf(id);
  const types = ['account.created', 'store.created', 'api_key.created', 'api_key.created'];
  expect(found.map(({ type }) => type)).toEqual(types);
  for (const { actor } of found) {
    expect(actor).toEqual({ kind: 'operator', by: 'counterfoil merchant create', from: { user: userInfo().username } });
  }
  expect(new Set(found.slice(2).map(({ objectId }) => objectId))).toEqual(new Set([keys.test.id, keys.prod.id]));
  expect(JSON.stringify(found)).not.toContain('PRIVATE');
  await runCommand(['operator', 'grant', '--email', email], databaseUrl);
  await runCommand(['operator', 'grant', '--email', email], databaseUrl);
  await runCommand(['operator', 'revoke', '--email', email], databaseUrl);
  const decided = and(eq(events.objectId, id), eq(events.objectType, 'account'));
  const account = await db.select().from(events).where(decided).orderBy(asc(events.sequence));
  expect(account.map(({ type, actor }) => [type, actor.by])).toEqual([
    ['account.created', 'counterfoil merchant create'],
    ['operator.granted', 'counterfoil operator grant'],
    ['operator.revoked', 'counterfoil operator revoke'],
  ]);
});
