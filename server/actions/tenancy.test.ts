/** Of every action: what another merchant, the other environment and the lowest role get who name what is somebody's. */
import { expect, test } from 'vitest';
import { fillIn } from '#server/docs/placeholders.ts';
import { newMember, newMerchant } from '#server/testing/api.ts';
import { arrangements } from '#server/testing/arrangements.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';
import { actions } from './index.ts';

/** They name nothing that is there already. */
const namesNothing = ['store/create-store'];

/** What members leave to owners and admins. */
const ofAdmins =
  /^(kyb-ticket|sender-domain|sender-email|store|store-merchant|store-invitation|test-clock|webhook|webhook-delivery)\//;

/** No key calls them, so there is no example to call them with: their own tests ask all this. */
const theirOwnTests = [
  'api-key/create-key',
  'api-key/delete-key',
  'customer/open-portal',
  'kyb-ticket/review-ticket',
  'operator/set-merchant-suspension',
  'operator/set-prod-enabled',
  'operator/set-store-suspension',
  'operator/verify-address',
  'refund-ticket/review-ticket',
  'saved-view/create-view',
  'saved-view/delete-view',
  'saved-view/update-view',
  'sender-domain/review-domain',
  'sender-email/review-email',
  'store/update-checkout-framing',
  'store/update-return-origins',
  'store-invitation/accept-invitation',
  'store-invitation/create-invitation',
  'store-invitation/decline-invitation',
  'store-invitation/resend-invitation',
  'store-invitation/revoke-invitation',
  'worker/retry-job',
];

const ofDashboard = [...actions].filter(([, { callers }]) => callers.includes('dashboard')).map(([name]) => name);
const asked = ofDashboard.filter((name) => !namesNothing.includes(name) && !theirOwnTests.includes(name));

test('no action is left out', () => {
  expect(theirOwnTests.filter((name) => !ofDashboard.includes(name))).toEqual([]);
  expect(asked.filter((name) => !(name in arrangements))).toEqual([]);
});

test.concurrent.each(asked)('%s', async (name) => {
  const owner = await newMerchant();
  const [stranger, member] = [await newMerchant(), await newMember(owner, 'member')];
  const values: Readonly<Record<string, string>> = { storeId: owner.storeId, ...(await arrangements[name]?.(owner)) };
  const body = fillIn(actions.get(name)?.docs.example ?? {}, (value) => values[value] ?? '') as Record<string, unknown>;
  const statusFor = async (who: { id: string }, environment: 'test' | 'prod') =>
    (await callFromDashboard(who, name, body, environment)).status;

  expect(await statusFor(stranger, 'test')).toBe(404);
  // What is not there, or not for that environment; and nothing that was done.
  if (actions.get(name)?.reach === 'environment') expect([400, 404]).toContain(await statusFor(owner, 'prod'));
  expect(await statusFor(member, 'test')).toBe(ofAdmins.test(name) ? 403 : 200);
});
