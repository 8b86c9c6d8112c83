import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ChainedEvent, canonicalJson, hashLink, noHash } from './audit-chain.ts';

const event: ChainedEvent = {
  id: '00000000-0000-7000-8000-000000000001',
  merchantId: '00000000-0000-7000-8000-000000000002',
  storeId: null,
  environment: 'test',
  type: 'api_key.created',
  objectType: 'api_key',
  objectId: '00000000-0000-7000-8000-000000000003',
  sequence: 1,
  actor: { kind: 'dashboard', by: 'MER_1', from: { address: '203.0.113.7' } },
  data: { nickname: 'Räder "A"' },
  changes: null,
  createdAt: new Date('2026-11-15T12:00:00.000Z'),
  recordedAt: null,
};

describe('the hashed text', () => {
  test('has sorted keys and no white space', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true, B: -0.5 })).toBe(
      '{"B":-0.5,"a":true,"b":[1,{"c":"x","d":null}]}',
    );
  });

  test('keeps keys with a meaning in JavaScript', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"toString":{}}'))).toBe('{"__proto__":1,"toString":{}}');
  });
});

test('hashes a link in the documented format', () => {
  const text =
    `["${noHash}",1,{"actor":{"by":"MER_1","from":{"address":"203.0.113.7"},"kind":"dashboard"},"changes":null,` +
    '"createdAt":"2026-11-15T12:00:00.000Z","data":{"nickname":"Räder \\"A\\""},"environment":"test",' +
    '"id":"00000000-0000-7000-8000-000000000001","merchantId":"00000000-0000-7000-8000-000000000002",' +
    '"objectId":"00000000-0000-7000-8000-000000000003","objectType":"api_key","recordedAt":null,"sequence":1,' +
    '"storeId":null,"type":"api_key.created"}]';
  expect(hashLink(noHash, 1, event)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});

test.each<[string, Partial<ChainedEvent>]>([
  ['id', { id: '00000000-0000-7000-8000-00000000000f' }],
  ['merchantId', { merchantId: '00000000-0000-7000-8000-00000000000f' }],
  ['storeId', { storeId: '00000000-0000-7000-8000-00000000000f' }],
  ['environment', { environment: 'prod' }],
  ['type', { type: 'api_key.deleted' }],
  ['objectType', { objectType: 'store' }],
  ['objectId', { objectId: '00000000-0000-7000-8000-00000000000f' }],
  ['sequence', { sequence: 2 }],
  ['actor', { actor: { kind: 'dashboard', by: 'MER_1', from: { address: '203.0.113.8' } } }],
  ['data', { data: { nickname: 'Rader "A"' } }],
  ['changes', { changes: { after: {} } }],
  ['createdAt', { createdAt: new Date('2026-11-15T12:00:00.001Z') }],
  ['recordedAt', { recordedAt: new Date('2026-11-15T12:00:00.000Z') }],
])('changes the hash with another %s', (_, change) => {
  expect(hashLink(noHash, 1, { ...event, ...change })).not.toBe(hashLink(noHash, 1, event));
});
