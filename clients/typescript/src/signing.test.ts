/** Signatures and the forms of private keys, compared with Node's crypto. */
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSigner } from './index.ts';

const parts = { method: 'POST', path: '/v1/graphql?x=1', body: '{"name":"Crème – 咖啡"}', now: 1_790_000_000_999 };
const canonicalRequest = [
  'POST',
  '/v1/graphql',
  '1790000000',
  createHash('sha256').update(parts.body).digest('base64'),
];

const sign = (privateKey: string) => createSigner({ merchantId: 'MER_x', privateKey })(parts);

describe.each([2048, 3072, 4096])('an RSA key of %i bits', (modulusLength) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });

  test.each(['pkcs8', 'pkcs1'] as const)('in %s signs method, path, time and body', async (type) => {
    const pem = privateKey.export({ type, format: 'pem' }).toString();
    for (const text of [pem, pem.trim(), pem.replaceAll('\n', '\r\n'), pem.replaceAll('\n', '\\n')]) {
      const { 'X-Signature': signature = '', ...rest } = await sign(text);
      expect(rest).toEqual({ 'X-Merchant-Id': 'MER_x', 'X-Timestamp': '1790000000' });
      const signed = Buffer.from(canonicalRequest.join('\n'));
      expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    }
  });
});

test('signs the query of a GET, which has its parameters', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = createSigner({ merchantId: 'MER_x', privateKey: pem });
  const { 'X-Signature': signature = '' } = await signer({ ...parts, method: 'GET', path: '/v1/events?a=b', body: '' });
  const emptyHash = createHash('sha256').update('').digest('base64');
  const signed = Buffer.from(`GET\n/v1/events?a=b\n1790000000\n${emptyHash}`);
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

test('says what is wrong with a private key without repeating it', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'secret' };
  const pkcs8 = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const cases: [string, string][] = [
    ['', 'privateKey is not PEM: expected a text with -----BEGIN …-----'],
    ['counterfoil-test.pem', 'privateKey is not PEM: expected a text with -----BEGIN …-----'],
    [
      rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'privateKey is a PUBLIC KEY: expected a PRIVATE KEY or RSA PRIVATE KEY',
    ],
    ...(['pkcs8', 'pkcs1'] as const).map((type): [string, string] => [
      rsa.privateKey.export({ type, format: 'pem', ...encryption }).toString(),
      'privateKey is encrypted with a passphrase: decrypt it first, with `openssl pkey`',
    ]),
    [elliptic.export({ type: 'pkcs8', format: 'pem' }).toString(), 'privateKey is not a valid RSA key'],
    [pkcs8.replace(/MII.{40}/, 'MII'), 'privateKey is not a valid RSA key'],
    [pkcs8.replace('MII', '!!!'), 'privateKey is not a valid RSA key'],
  ];
  for (const [pem, message] of cases) await expect(sign(pem)).rejects.toThrow(new TypeError(message));
});
