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
] as const)('hides the credentials of a %s URL: %s', (channel, address, shown) => {
  expect(shownAddress(channel, address)).toBe(shown);
});

test('shows a host with its port, and nothing of an invalid URL', () => {
  expect([hostOf('http://127.0.0.1:9000/x'), hostOf('x')]).toEqual(['127.0.0.1:9000', '']);
});

test('shows the path of a server, but not of a chat', () => {
  expect([pathOf('http', 'https://example.com/hooks/a?token=hush'), pathOf('http', 'https://example.com')]).toEqual([
    '/hooks/a',
    '',
  ]);
  expect([pathOf('slack', 'https://hooks.slack.com/services/T0/B0/hush'), pathOf('http', 'x')]).toEqual(['', '']);
});

test('masks headers with credentials', () => {
  const given = { 'Set-Cookie': 'session=hush', authorization: 'Bearer hush', 'x-webhook-id': '1' };
  const shown = { 'Set-Cookie': '[masked]', authorization: '[masked]', 'x-webhook-id': '1' };
  expect(shownHeaders(given)).toEqual(shown);
});

test('masks the signature in a Feishu body, even next to similar text', () => {
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

test.each(['X-Webhook-Secret-Signature', 'webhook-signature'])('masks %s, but not the public signature', (name) => {
  const signature = { 'X-Webhook-Signature': 't=1,v1=public' };
  expect(shownHeaders({ [name]: 'hush', ...signature })).toEqual({ [name]: '[masked]', ...signature });
});

test('truncates a long body visibly', () => {
  expect(shownBody('short')).toBe('short');
  expect(shownBody('x'.repeat(20_000))).toBe(`${'x'.repeat(16_384)}…`);
});
