import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { csvLines } from '#server/domain/csv.ts';
import { toShortId } from '#server/domain/ids.ts';
import { type ChainedEvent, canonicalJson, hashLink, noHash } from './audit-chain.ts';
import { auditColumns, type ExportedEntry, jsonLine } from './audit-export.ts';
import { describeActor, nounOf, objectIdOf } from './audit-words.ts';

const id = '01900000-0000-7000-8000-000000000001';
const event: ChainedEvent = {
  id,
  merchantId: id,
  storeId: id,
  environment: 'test',
  type: 'product.updated',
  objectType: 'product',
  objectId: id,
  sequence: 2,
  actor: { kind: 'apiKey', by: id, from: { address: '203.0.113.7', userAgent: '=cmd()', requestId: 'r-1' } },
  data: { name: 'Tea, "green"' },
  changes: { before: { name: 'Tea' }, after: { name: 'Tea, "green"' } },
  createdAt: new Date('2026-11-15T12:00:00.000Z'),
  recordedAt: new Date('2026-11-15T12:00:01.000Z'),
};
const csvLine = (entry: ExportedEntry) => csvLines(auditColumns, [entry]);
const link = { position: 1, previousHash: noHash, hash: hashLink(noHash, 1, event) };

test('a JSON line contains everything that its check needs', () => {
  const line = JSON.parse(jsonLine({ event, link }));
  const text = canonicalJson([line.previousHash, line.position, line.event]);
  expect(createHash('sha256').update(text).digest('hex')).toBe(line.hash);
  expect(line).not.toHaveProperty('masked');
});

test('exports the provider outside the hashed event', () => {
  const line = JSON.parse(jsonLine({ event, link, provider: 'sandbox' }));
  expect(line.provider).toBe('sandbox');
  expect({ ...line, provider: undefined }).toEqual({ ...JSON.parse(jsonLine({ event, link })), provider: undefined });
});

test('exports an unchained event without position and hash', () => {
  expect(JSON.parse(jsonLine({ event, link: null }))).toMatchObject({ position: null, hash: null, previousHash: null });
});

test('does not export an operator’s account or origin', () => {
  const decided = {
    ...event,
    actor: { kind: 'operator', by: 'MER_secret', from: { address: '198.51.100.9' } },
  } as const;
  const typed = {
    ...event,
    actor: { kind: 'operator', by: 'counterfoil operator approve', from: { user: 'root' } },
  } as const;
  const lines = [decided, typed].flatMap((each) => [jsonLine({ event: each, link }), csvLine({ event: each, link })]);
  expect(lines.join('')).not.toMatch(/MER_secret|198\.51|root/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    masked: true,
    event: { actor: { kind: 'operator', by: 'operator' } },
  });
  expect(lines[2]).toContain('counterfoil operator approve');
});

test('a CSV line has a cell for each column', () => {
  const line = csvLine({ event, link, provider: 'sandbox' });
  expect(line).toBe(
    `1,2026-11-15T12:00:01.000Z,2026-11-15T12:00:00.000Z,"Product updated: Tea, ""green""",product.updated,product,` +
      `${toShortId('PROD', id)},apiKey,${id},203.0.113.7,'=cmd(),r-1,,test,"{""name"":""Tea""}",` +
      `"{""name"":""Tea, \\""green\\""""}","{""name"":""Tea, \\""green\\""""}",${id},${noHash},${link.hash},sandbox\r\n`,
  );
  expect(auditColumns).toHaveLength(21);
});

describe('describes the actor', () => {
  const names = {
    members: new Map([['MER_1', 'Ana']]),
    keys: new Map([['k-1234', { nickname: 'Shop', fingerprint: 'SHA256:abcdwxyz' }]]),
  };
  test.each([
    [{ kind: 'apiKey', by: 'k-1234' }, 'API key “Shop” …wxyz'],
    [{ kind: 'apiKey', by: 'gone-5678' }, 'API key …5678'],
    [{ kind: 'dashboard', by: 'MER_1' }, 'Ana, in the dashboard'],
    [{ kind: 'dashboard', by: 'MER_2' }, 'MER_2, in the dashboard'],
    [{ kind: 'worker', by: 'renew-subscriptions' }, 'Worker: renew-subscriptions'],
    [{ kind: 'operator', by: 'MER_3' }, 'Operator'],
    [{ kind: 'operator', by: 'counterfoil test-clock' }, 'Operator: counterfoil test-clock'],
    [{ kind: 'sessionToken', by: 'user-1' }, 'Customer user-1'],
    [{ kind: 'provider', by: 'stripe' }, 'Payment provider: Stripe'],
    [{ kind: 'visitor', by: 'ana@example.com' }, 'Not signed in: ana@example.com'],
  ] as const)('%j', (actor, text) => {
    expect(describeActor(actor, names)).toBe(text);
  });
});

test('describes the object', () => {
  expect(objectIdOf(event)).toBe(toShortId('PROD', id));
  expect(objectIdOf({ objectType: 'webhook', objectId: id })).toBe(id);
  expect(['refund_ticket', 'api_key', 'kyb_ticket', 'saved_view'].map(nounOf)).toEqual([
    'Refund request',
    'API key',
    'Business verification',
    'Saved view',
  ]);
});
