/** Card facts when Stripe does not provide them. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { log } from '#server/platform/log.ts';
import { doubleKeys, StripeDouble } from '#server/testing/stripe/double.ts';
import { stripeClient } from './client.ts';
import { readStripeCard } from './read-card.ts';

let double: StripeDouble;
const [error, warn] = [vi.fn(), vi.fn()];

beforeAll(async () => {
  double = await new StripeDouble().listen();
  vi.spyOn(log(), 'error').mockImplementation(error);
  vi.spyOn(log(), 'warn').mockImplementation(warn);
});
beforeEach(() => vi.clearAllMocks());
afterAll(() => double.close());

const read = (token: string) =>
  readStripeCard(async () => stripeClient({ secretKey: doubleKeys.secretKey, apiUrl: double.url }), {
    kind: 'token',
    token,
  });

test('without the permission, 3D Secure counts as not passed and the log names the permission', async () => {
  double.failRequests(/^GET .*confirmation_tokens/, '403');
  expect(await read('ctoken_wallet~1.1')).toEqual({ cardId: null, canAuthenticate: false });
  const message = expect.stringContaining('lacks the permission ConfirmationTokens (read)');
  expect(error).toHaveBeenCalledWith(expect.anything(), message);
  expect(JSON.stringify([error.mock.calls, warn.mock.calls])).not.toContain('hunter2');
});

test('if Stripe fails, 3D Secure counts as not passed', async () => {
  double.failRequests(/^GET .*confirmation_tokens/, '500');
  expect(await read('ctoken_works~1.1')).toEqual({ cardId: null, canAuthenticate: false });
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'could not read a card');
});

test('an unknown token cannot be charged and does not wait', async () => {
  expect(await read('none')).toEqual({ cardId: null, canAuthenticate: true });
});

test.each([
  ['ctoken_works~card.1', { cardId: 'card', canAuthenticate: true }],
  ['ctoken_wallet~card.1', { cardId: 'card', canAuthenticate: false }],
  ['ctoken_ideal~1.1', { cardId: null, canAuthenticate: false }],
])('%s is read', async (token, facts) => {
  expect(await read(token)).toEqual(facts);
});
