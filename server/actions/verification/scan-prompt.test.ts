import { expect, test } from 'vitest';
import { newMerchant } from '#server/testing/api.ts';

const action = 'verification/scan-prompt';

test('answers review, because nothing checks the prompt', async () => {
  const merchant = await newMerchant();
  const { status, headers, body } = await merchant.call(action, { prompt: 'A cat', locale: 'ja', semantic: 'enforce' });
  expect([status, body.data]).toEqual([
    200,
    {
      action: 'review',
      reasonCode: 'service_degraded',
      matchedCategories: [],
      requestId: headers.get('x-request-id'),
      semanticStatus: 'disabled',
    },
  ]);
});

test.each([
  [{}, 'Missing required field: prompt'],
  [{ prompt: ' ' }, 'Missing required field: prompt'],
  [{ prompt: 'x'.repeat(10_001) }, 'Invalid prompt: must have at most 10000 characters'],
  [{ prompt: 'A cat', locale: 'de' }, 'Invalid locale: must be en, ja or zh'],
  [{ prompt: 'A cat', semantic: 'on' }, 'Invalid semantic: must be off, shadow or enforce'],
])('rejects %j', async (given, message) => {
  const { status, body } = await (await newMerchant()).call(action, given);
  expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'resource' }]]);
});
