import { expect, test } from 'vitest';
import { requireDeliverable } from './webhook.ts';

const refusal = (url: string, testMode: boolean, privateAddresses: boolean): string | undefined => {
  try {
    requireDeliverable(url, { channel: 'http', testMode, privateAddresses });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};
const plain = 'Invalid url: must use https unless testMode is true';
const inside =
  'Invalid url: must not lead to a private, loopback or link-local address (WEBHOOK_PRIVATE_ADDRESSES=on allows it)';

test.each([
  ['https://example.com/hook', false, false, undefined],
  ['http://example.com/hook', true, false, undefined],
  ['http://example.com/hook', false, false, plain],
  ['http://localhost:4000/hook', true, false, inside],
  ['https://localhost:4000/hook', true, false, inside],
  ['https://10.0.0.7/hook', false, false, inside],
  ['http://localhost:4000/hook', true, true, undefined],
  ['https://10.0.0.7/hook', false, true, undefined],
  // The operator's setting allows private addresses, but not plain http.
  ['http://10.0.0.7/hook', false, true, plain],
])('validates %s, testMode %s, private addresses allowed %s: %s', (url, testMode, privateAddresses, message) => {
  expect(refusal(url, testMode, privateAddresses)).toBe(message);
});
