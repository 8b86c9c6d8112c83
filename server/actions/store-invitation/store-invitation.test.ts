/** Invitations from sending to answering, every refusal, and concurrent answers. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, storeInvitations, storeMembers, stores } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { shownOf } from '#server/events/rules/email-privacy.ts';
import { newInvitationToken } from '#server/stores/store-invitations.ts';
import { db, newMember, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { ageCounts, setCount } from '#server/testing/daily-limits.ts';
import { callFromDashboard, emailsTo } from '#server/testing/reviews.ts';

const newAddress = () => `${randomUUID()}@example.com`;
const call = (caller: { id: string }, verb: string, body: Record<string, unknown>) =>
  callFromDashboard(caller, `store-invitation/${verb}-invitation`, body);

async function invite(owner: TestMerchant, caller = owner, fields: Record<string, unknown> = {}) {
  const email = newAddress();
  const answer = await call(caller, 'create', { storeId: owner.storeId, email, role: 'member', ...fields });
  return { ...answer, email, id: answer.data?.invitation.id as string, token: await newestToken(email) };
}

async function newestToken(email: string): Promise<string> {
  const [sent] = await emailsTo(email);
  return /\/invitations#token=([\w-]{65})$/m.exec(sent?.body ?? '')?.[1] ?? '';
}

const membersOf = (owner: TestMerchant) =>
  db.select().from(storeMembers).where(eq(storeMembers.storeId, owner.store.id));
const eventsOf = async (owner: TestMerchant) =>
  (await db.select().from(events).where(eq(events.objectId, owner.store.id)).orderBy(events.sequence)).filter(
    ({ type }) => type !== 'store.created',
  );

async function expectRefused(answer: ReturnType<typeof call>, status: number, message: string) {
  const { status: received, errors } = await answer;
  expect([received, errors]).toMatchObject([status, [{ message, layer: 'store' }]]);
}

test('makes the signed-in account a member, once', async () => {
  const [owner, partner] = [await newMerchant('Kettle & Crema'), await newMerchant()];
  const { status, data, email, token } = await invite(owner, owner, { role: 'admin' });
  expect(data.link).toMatch(new RegExp(`/invitations#token=${await newestToken(email)}$`));
  expect([status, data.invitation]).toMatchObject([200, { storeId: owner.storeId, email, role: 'admin' }]);
  const [sent] = await emailsTo(email);
  expect(sent).toMatchObject({ kind: 'invitation', storeId: owner.store.id, isUrgent: true });
  expect(sent?.body).toContain('Merchant invites you to join the store “Kettle & Crema” on Counterfoil as an admin');
  // The link is private to its recipient: members cannot read it, and it is not stored.
  expect(sent && shownOf(sent, false)).toBeNull();
  const [row] = await db.select().from(storeInvitations).where(eq(storeInvitations.id, data.invitation.id));
  expect(JSON.stringify(row)).not.toContain(token);

  const accepted = await call(partner, 'accept', { token });
  expect([accepted.status, accepted.data]).toEqual([
    200,
    { store: { id: owner.storeId, name: 'Kettle & Crema', slug: owner.slug }, role: 'admin' },
  ]);
  expect((await membersOf(owner)).map(({ merchantId, role }) => [merchantId, role])).toContainEqual([
    partner.id,
    'admin',
  ]);
  await expectRefused(call(await newMerchant(), 'accept', { token }), 400, 'This invitation has already been accepted');
  const recorded = await eventsOf(owner);
  expect(recorded.map(({ type }) => type)).toEqual([
    'store_invitation.created',
    'store_invitation.accepted',
    'store_member.added',
  ]);
  expect(recorded[2]?.actor.by).toBe(partner.merchantId);
  expect(JSON.stringify(recorded)).not.toContain(token);
  expect(JSON.stringify(recorded)).not.toContain(email);
});

test('answers alike for registered and unknown addresses', async () => {
  const [owner, otherMerchant] = [await newMerchant(), await newMerchant()];
  const shape = ({ data }: Awaited<ReturnType<typeof call>>) => Object.keys(data.invitation);
  const known = await call(owner, 'create', { storeId: owner.storeId, email: otherMerchant.email, role: 'member' });
  const unknown = await invite(owner);
  expect([known.status, shape(known)]).toEqual([unknown.status, shape(unknown)]);
  expect((await emailsTo(otherMerchant.email)).map(({ kind }) => kind)).toEqual(['invitation']);
});

test('one of ten accounts that accept concurrently becomes a member', async () => {
  const owner = await newMerchant();
  const { token } = await invite(owner);
  const accounts = await Promise.all(Array.from({ length: 10 }, () => newMerchant()));
  const answers = await Promise.all(accounts.map((account) => call(account, 'accept', { token })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(400)]);
  expect(await membersOf(owner)).toHaveLength(2);
});

test('resending creates a new link from the new sender; revoking and declining void it', async () => {
  const owner = await newMerchant();
  const admin = await newMember(owner, 'admin');
  const { id, email, token } = await invite(owner);
  expect((await call(admin, 'resend', { id })).status).toBe(200);
  const second = await newestToken(email);
  await expectRefused(call(await newMerchant(), 'accept', { token }), 404, 'Invitation not found');
  const [row] = await db.select().from(storeInvitations).where(eq(storeInvitations.id, id));
  expect(row?.invitedBy).toBe(admin.id);
  expect((await call(owner, 'revoke', { id })).status).toBe(200);
  const gone = 'This invitation has been revoked or declined';
  for (const verb of ['accept', 'decline']) {
    await expectRefused(call(await newMerchant(), verb, { token: second }), 400, gone);
  }
  for (const verb of ['resend', 'revoke']) await expectRefused(call(owner, verb, { id }), 400, gone);

  const other = await invite(owner);
  expect((await call(await newMerchant(), 'decline', { token: other.token })).data).toEqual({ declined: true });
  await expectRefused(call(await newMerchant(), 'accept', { token: other.token }), 400, gone);
  expect((await eventsOf(owner)).map(({ type }) => type.replace('store_invitation.', ''))).toEqual([
    'created',
    'resent',
    'revoked',
    'created',
    'declined',
  ]);
});

test('expires after a week; can then be resent, or its address invited again', async () => {
  const owner = await newMerchant();
  const { id, email, token } = await invite(owner);
  const expire = () =>
    db.update(storeInvitations).set({ expiresAt: new Date() }).where(eq(storeInvitations.storeId, owner.store.id));
  await expire();
  const partner = await newMerchant();
  await expectRefused(call(partner, 'accept', { token }), 400, 'This invitation has expired; ask for a new one');
  expect((await call(owner, 'resend', { id })).status).toBe(200);
  await expire();
  const again = { storeId: owner.storeId, email, role: 'admin' };
  expect((await call(owner, 'create', again)).status).toBe(200);
  expect((await call(partner, 'accept', { token: await newestToken(email) })).data.role).toBe('admin');
});

describe('400', () => {
  test.each([
    [{ storeId: undefined }, 'Missing required field: storeId'],
    [{ email: undefined }, 'Missing required field: email'],
    [{ email: 'partner' }, 'Invalid email: must be an email address'],
    [{ role: undefined }, 'Missing required field: role'],
    [{ role: 'owner' }, 'Invalid role: must be admin or member'],
  ])('%j', async (given, message) => {
    const owner = await newMerchant();
    const body = { storeId: owner.storeId, email: newAddress(), role: 'member', ...given };
    await expectRefused(call(owner, 'create', body), 400, message);
  });

  test('the address of a member or of an open invitation, in any spelling', async () => {
    const owner = await newMerchant();
    const member = await newMember(owner, 'member');
    const inviteAgain = (email: string) => call(owner, 'create', { storeId: owner.storeId, email, role: 'member' });
    await expectRefused(inviteAgain(member.email.toUpperCase()), 400, 'This address already belongs to a member');
    const { email } = await invite(owner);
    await expectRefused(inviteAgain(email.toUpperCase()), 400, 'This address already has an open invitation');
  });

  test('the twenty-first open one', async () => {
    const owner = await newMerchant();
    const now = new Date();
    const rows = Array.from({ length: 20 }, () => ({
      id: newId(),
      merchantId: owner.id,
      storeId: owner.store.id,
      email: newAddress(),
      role: 'member' as const,
      tokenHash: randomUUID(),
      invitedBy: owner.id,
      expiresAt: new Date(now.getTime() + 60_000),
      createdAt: now,
      updatedAt: now,
    }));
    await db.insert(storeInvitations).values(rows);
    const message = 'At most 20 open invitations per store';
    await expectRefused(invite(owner), 400, message);
    const [first] = rows;
    if (!first) throw new Error('no invitation');
    const id = newId();
    await db.insert(storeInvitations).values({ ...first, id, email: newAddress(), tokenHash: id, expiresAt: now });
    await expectRefused(call(owner, 'resend', { id }), 400, message);
  });

  test('an unknown token, a member’s own, and one whose sender may no longer invite', async () => {
    const owner = await newMerchant();
    const admin = await newMember(owner, 'admin');
    const { token } = await invite(owner, admin);
    const malformed = 'Invalid token: must be the last part of the emailed link';
    for (const verb of ['accept', 'decline'])
      for (const text of ['x', 'x'.repeat(43)]) await expectRefused(call(owner, verb, { token: text }), 400, malformed);
    await expectRefused(call(owner, 'accept', { token }), 400, 'Merchant is already a member of this store');
    await db
      .update(storeMembers)
      .set({ role: 'member' })
      .where(and(eq(storeMembers.storeId, owner.store.id), eq(storeMembers.merchantId, admin.id)));
    const message = 'The sender of this invitation can no longer invite people to the store; ask for a new one';
    await expectRefused(call(await newMerchant(), 'accept', { token }), 400, message);
  });
});

test('404 for a deleted store’s invitation and an unknown token', async () => {
  const [owner, otherMerchant] = [await newMerchant(), await newMerchant()];
  const { token } = await invite(owner);
  const message = 'Invitation not found';
  const unknownTokens = [newInvitationToken(owner.store.id), newInvitationToken(newId())];
  for (const verb of ['accept', 'decline']) {
    for (const unknown of unknownTokens)
      await expectRefused(call(otherMerchant, verb, { token: unknown }), 404, message);
  }
  await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, owner.store.id));
  for (const verb of ['accept', 'decline']) await expectRefused(call(otherMerchant, verb, { token }), 404, message);
});

test('429 for the sixth email to an address within a day, and the fifty-first of an owner', async () => {
  const owner = await newMerchant();
  const { id, email } = await invite(owner);
  for (let time = 0; time < 4; time += 1) expect((await call(owner, 'resend', { id })).status).toBe(200);
  const perAddress = 'This address was sent 5 invitations within 24 hours, the maximum';
  await expectRefused(call(owner, 'resend', { id }), 429, perAddress);
  const otherOwner = await newMerchant();
  const again = { storeId: otherOwner.storeId, email, role: 'member' };
  await expectRefused(call(otherOwner, 'create', again), 429, perAddress);
  await ageCounts(email, 86_401);
  expect((await call(owner, 'resend', { id })).status).toBe(200);

  await setCount(`invitations of ${owner.id}`, 50);
  const perOwner = 'The stores of this owner sent 50 invitations within 24 hours, the maximum';
  await expectRefused(invite(owner), 429, perOwner);
  await expectRefused(call(owner, 'resend', { id }), 429, perOwner);
});
