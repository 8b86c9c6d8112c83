import { expect, test } from 'vitest';
import { feishuMessage } from '../channels/feishu.ts';
import { hostOf, pathOf, shownAddress, shownBody, shownHeaders, shownRequestBody } from './webhook-log.ts';

test.each([
  ['http', 'https://example.com:8443/hooks/a?token=hush', 'https://example.com:8443/hooks/a?…'],
  ['http', 'https://example.com', 'https://example.com/'],
  ['discord', 'https://discord.com/api/webhooks/1/hush', 'https://discord.com/…'],
  ['slack', 'https://hooks.slack.com/services/T0/B0/hush', 'https://hooks.slack.com/…'],
  ['telegram', 'https://api.telegram.org/bot1:hush/sendMessage?chat_id=-100', 'https://api.telegram.org/…'],
  ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/hush', 'https://open.feishu.cn/…'],
  ['http', 'no address', ''],
] as const)('of a %s address nothing that lets somebody in: %s', (channel, address, shown) => {
  expect(shownAddress(channel, address)).toBe(shown);
});

test('a host with its port, and nothing of what is no address', () => {
  expect([hostOf('http://127.0.0.1:9000/x'), hostOf('x')]).toEqual(['127.0.0.1:9000', '']);
});

test('a server’s path, and none of a chat', () => {
  expect([pathOf('http', 'https://example.com/hooks/a?token=hush'), pathOf('http', 'https://example.com')]).toEqual([
    '/hooks/a',
    '',
  ]);
  expect([pathOf('slack', 'https://hooks.slack.com/services/T0/B0/hush'), pathOf('http', 'x')]).toEqual(['', '']);
});

test('headers that let somebody in are named only', () => {
  const given = { 'Set-Cookie': 'session=hush', authorization: 'Bearer hush', 'x-webhook-id': '1' };
  const shown = { 'Set-Cookie': '[masked]', authorization: '[masked]', 'x-webhook-id': '1' };
  expect(shownHeaders(given)).toEqual(shown);
});

test('of a body to Feishu no signature, also where the text has one', () => {
  const notice = {
    title: '"sign":"a"',
    tone: 'good',
    facts: [],
    orderUrl: null,
    at: '2026-01-01T00:00:00.000Z',
  } as const;
  const given = feishuMessage(notice, 'hush', new Date(0));
  expect(given).toHaveProperty('sign');
  expect(JSON.parse(shownRequestBody('feishu', JSON.stringify(given)))).toEqual({ ...given, sign: '[masked]' });
  const unsigned = JSON.stringify(feishuMessage(notice, null, new Date(0)));
  expect(shownRequestBody('feishu', unsigned)).toBe(unsigned);
  expect(shownRequestBody('http', '{"sign":"a"}')).toBe('{"sign":"a"}');
  expect(shownRequestBody('http', 'x'.repeat(20_000))).toBe(`${'x'.repeat(16_384)}…`);
});

test('the signature that is made with a webhook’s own secret is masked, the public one is not', () => {
  const [name, signature] = ['X-Webhook-Secret-Signature', { 'X-Webhook-Signature': 't=1,v1=public' }];
  expect(shownHeaders({ [name]: 'hush', ...signature })).toEqual({ [name]: '[masked]', ...signature });
});

test('a long body is cut, and says so', () => {
  expect(shownBody('short')).toBe('short');
  expect(shownBody('x'.repeat(20_000))).toBe(`${'x'.repeat(16_384)}…`);
});
