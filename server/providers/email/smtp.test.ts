import { expect, test } from 'vitest';
import { newEndlessMailServer, newMailServer } from '#server/testing/mail-server.ts';
import { RecipientRefused, readMailbox, reasonOf, smtpProvider } from './smtp.ts';

const email = {
  id: '0190-test',
  recipient: 'ana@example.com',
  subject: 'Grüße',
  body: 'Hello Ana,\n\nöffne: https://example.com',
  html: null,
  fromName: null,
  fromAddress: null,
  replyTo: null,
};

test('sends from the configured sender, with a Message-ID that stays the same for retries', async () => {
  const { url, messages } = await newMailServer();
  const provider = smtpProvider(url, 'Counterfoil <no-reply@example.com>');
  await provider.send(email);
  await provider.send(email);
  provider.close();
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(message).toMatch(/^From: Counterfoil <no-reply@example\.com>$/m);
    expect(message).toMatch(/^To: ana@example\.com$/m);
    expect(message).toMatch(/^Message-ID: <0190-test@counterfoil>$/im);
  }
});

test('sends text and HTML in the store’s name, from its address, with replies to its support', async () => {
  const { url, messages } = await newMailServer();
  const provider = smtpProvider(url, 'Counterfoil <no-reply@example.com>');
  const sender = { fromName: 'Beans & Co', fromAddress: 'hello@beans.example', replyTo: 'help@beans.example' };
  await provider.send({ ...email, ...sender, html: '<p>Hello <b>Ana</b></p>' });
  provider.close();
  const [message = ''] = messages;
  expect(message).toMatch(/^From: "Beans & Co" <hello@beans\.example>$/m);
  expect(message).toMatch(/^Reply-To: help@beans\.example$/m);
  expect(message).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(message).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  expect(message).toMatch(/^Content-Type: text\/html; charset=utf-8$/m);
  expect(message).toContain('<p>Hello <b>Ana</b></p>');
});

test.each([
  'Beans\r\nBcc: all@evil.example',
  'Beans" <all@evil.example>, "',
  'Beans <all@evil.example>',
  'Beans, all@evil.example',
])('a store called %j adds no header and no address', async (fromName) => {
  const { url, messages } = await newMailServer();
  const provider = smtpProvider(url, 'Counterfoil <no-reply@example.com>');
  await provider.send({ ...email, fromName });
  provider.close();
  const [head = ''] = messages[0]?.split('\r\n\r\n') ?? [];
  const from = head.split(/\r\n(?!\s)/).find((line) => line.startsWith('From:')) ?? '';
  expect(from).toMatch(/^From: .* <no-reply@example\.com>$/s);
  // Outside the quoted name there is one address.
  expect(from.replace(/"(?:[^"\\]|\\.)*"/gs, '').match(/@/g)).toHaveLength(1);
  expect(head).not.toMatch(/^Bcc:/m);
});

test.each([
  ['Counterfoil <no-reply@example.com>', 'Counterfoil', 'no-reply@example.com'],
  ['"Shop, Inc." <a@example.com>', 'Shop, Inc.', 'a@example.com'],
  ['no-reply@example.com', '', 'no-reply@example.com'],
])('%s is a name and an address', (text, name, address) => {
  expect(readMailbox(text)).toEqual({ name, address });
});

/** The error thrown by sending through that server. */
const failureAt = (url: string, options = {}): Promise<unknown> =>
  smtpProvider(url, 'no-reply@example.com', options)
    .send(email)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test('tells a permanently refused recipient from a temporary failure', async () => {
  const refused = await failureAt((await newMailServer({ toRecipient: '550 no such mailbox' })).url);
  expect(refused).toBeInstanceOf(RecipientRefused);
  expect(reasonOf(refused)).toBe('550 no such mailbox');
  const later = await failureAt((await newMailServer({ toRecipient: '451 come back later' })).url);
  expect(later).not.toBeInstanceOf(RecipientRefused);
  expect(reasonOf(later)).toBe('451 come back later');
});

test('closes the connection to a server that stays busy beyond the time limit', async () => {
  const server = await newEndlessMailServer();
  expect(reasonOf(await failureAt(server.url, { maxMs: 200 }))).toBe('The mail server did not respond in time');
  await expect.poll(server.open).toBe(0);
});

test('reports an absent server only as unreachable', async () => {
  const failure = await failureAt('smtp://127.0.0.1:1');
  expect(String(failure)).toContain('127.0.0.1');
  expect(reasonOf(failure)).toBe('The mail server could not be reached');
});

const failed = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
test.each([
  [failed('getaddrinfo ENOTFOUND relay.corp.internal', { code: 'EDNS' }), 'The mail server could not be reached'],
  [failed('connect ECONNREFUSED 10.0.0.7:25', { code: 'ESOCKET' }), 'The mail server could not be reached'],
  [failed('Connection timeout', { code: 'ETIMEDOUT' }), 'The mail server did not respond in time'],
  [failed('Failed query: select "secret"'), 'The email could not be transferred to the mail server'],
  ['a text', 'The email could not be transferred to the mail server'],
  [undefined, 'The email could not be transferred to the mail server'],
  [failed('Message failed', { responseCode: 554, response: '554-no\r\n554 \0 thanks' }), '554-no 554 thanks'],
  [failed('Message failed', { responseCode: 554, response: `554 ${'😀'.repeat(400)}` }), `554 ${'😀'.repeat(296)}`],
  [failed('Message failed', { responseCode: 554 }), 'The mail server responded with 554'],
])('%s: the store reads %j', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
