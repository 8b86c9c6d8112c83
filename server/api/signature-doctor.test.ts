import { constants, createHash, generateKeyPairSync, type KeyObject, privateEncrypt, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/index.ts';
import { baseUrl, db, newMerchant, send, signedHeaders } from '#server/testing/api.ts';
import { cpuMsOf } from '#server/testing/cpu-time.ts';
import { recognizeSigner } from './signature-doctor.ts';

const diagnoseSignature = (...given: Parameters<typeof recognizeSigner>) => recognizeSigner(...given)?.();

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = 1_790_000_000;
const value = {
  storeId: 'STO_1',
  name: 'Crème "brûlée" ☕',
  url: 'https://a.example/b',
  prices: { USD: { amount: 100 } },
};
const sent = JSON.stringify(value);

/** A client's signing code, in which tests break one or several parts. */
interface Client {
  method: string;
  path: string;
  body: string;
  signedTimestamp: string;
  hashBody: (body: string) => string;
  separator: string;
  ending: string;
  digestFirst: ((text: string) => string | Buffer) | undefined;
  sign: (text: string | Buffer, key: KeyObject) => Buffer;
  encode: (signature: Buffer) => string;
  timestamp: string;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text);
const path = '/v1/actions/store/create-store';
const correct: Client = {
  method: 'POST',
  path,
  body: sent,
  signedTimestamp: String(now),
  hashBody: (body) => sha256(body).digest('base64'),
  separator: '\n',
  ending: '',
  digestFirst: undefined,
  sign: (text, key) => sign('RSA-SHA256', Buffer.from(text), key),
  encode: (signature) => signature.toString('base64'),
  timestamp: String(now),
};

const spaced = (text: string) => text.replaceAll('":', '": ').replaceAll(',"', ', "').replace('https": ', 'https:');
const ascii = (text: string) =>
  [...text].map((c) => (c > '\x7f' ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('');
const sortedValue = Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
const pss = (hash: string, saltLength: number) => (text: string | Buffer, key: KeyObject) =>
  sign(hash, Buffer.from(text), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
const iso = (at: number) => new Date(at).toISOString();

/** The mistakes of a client by the names that the doctor gives them. Mistakes of one group exclude each other. */
const groups: Record<string, [name: string, mistake: Partial<Client>, rare?: 'rare'][]> = {
  hash: [
    ['body hash in hex', { hashBody: (body) => sha256(body).digest('hex') }],
    ['body hash in hex', { hashBody: (body) => sha256(body).digest('hex').toUpperCase() }, 'rare'],
    ['body hash in Base64url', { hashBody: (body) => sha256(body).digest('base64url') }],
    ['body hash in Base64 of hex', { hashBody: (body) => Buffer.from(sha256(body).digest('hex')).toString('base64') }],
    ['raw body', { hashBody: (body) => body }],
  ],
  body: [
    ['hash of an empty body', { body: '' }],
    ['newline at the end of the body', { body: `${sent}\n` }],
    ['JSON indented by 2', { body: JSON.stringify(value, null, 2) }],
    ['JSON indented by 4', { body: JSON.stringify(value, null, 4) }],
    ['JSON indented by tab', { body: JSON.stringify(value, null, '\t') }],
    ['JSON with spaces', { body: spaced(sent) }],
    ['JSON with spaces', { body: ascii(spaced(sent)) }, 'rare'],
    ['JSON with sorted keys', { body: JSON.stringify(sortedValue) }],
    ['JSON with sorted keys', { body: ascii(spaced(JSON.stringify(sortedValue))) }, 'rare'],
    ['JSON with escaped slashes', { body: sent.replaceAll('/', '\\/') }],
    ['JSON with escaped slashes', { body: ascii(sent.replaceAll('/', '\\/')) }, 'rare'],
    ['JSON with escaped characters', { body: ascii(sent) }],
  ],
  separator: [
    ['CRLF line ends', { separator: '\r\n' }],
    ['literal \\n', { separator: '\\n' }],
    ['missing separators', { separator: '' }],
    ['spaces between', { separator: ' ' }],
  ],
  ending: [['trailing newline', { ending: '\n' }]],
  timestamp: [
    ['timestamp in milliseconds', { timestamp: `${now}123`, signedTimestamp: `${now}123` }],
    ['X-Timestamp in milliseconds', { timestamp: `${now}123` }],
    ['milliseconds signed', { signedTimestamp: `${now}000` }],
    ['date signed', { signedTimestamp: iso(now * 1000) }],
    ['date signed', { signedTimestamp: iso(now * 1000).replace('.000', '') }, 'rare'],
    ['timestamp as a date', { timestamp: iso(now * 1000 + 45), signedTimestamp: iso(now * 1000 + 45) }],
    ['X-Timestamp as a date', { timestamp: iso(now * 1000 + 45) }],
    ['fraction of a second', { timestamp: `${now}.25`, signedTimestamp: `${now}.25` }],
  ],
  path: [
    ['query in path', { path: `${path}?a=b` }],
    ['path without /v1', { path: path.replace('/v1', '') }],
    ['path without /v1', { path: '/store/create-store' }, 'rare'],
    ['trailing slash', { path: `${path}/` }],
    ['path without leading slash', { path: path.slice(1) }],
    ['whole URL', { path: `https://api.example${path}` }, 'rare'],
    ['whole URL', { path: `http://127.0.0.1:3000${path}` }],
    ['host in path', { path: `api.example${path}` }, 'rare'],
  ],
  method: [['lower-case method', { method: 'post' }]],
  digest: [
    ['digest signed (raw)', { digestFirst: (text) => sha256(text).digest() }],
    ['digest signed (hex)', { digestFirst: (text) => sha256(text).digest('hex') }],
    ['digest signed (base64)', { digestFirst: (text) => sha256(text).digest('base64') }],
  ],
  scheme: [
    ['PSS padding', { sign: pss('sha256', 32) }],
    ['PSS padding', { sign: pss('sha256', constants.RSA_PSS_SALTLEN_MAX_SIGN) }],
    ['PSS padding', { sign: pss('sha256', 0) }],
    ['sha1 signature', { sign: (text, key) => sign('RSA-SHA1', Buffer.from(text), key) }],
    ['sha512 signature', { sign: (text, key) => sign('RSA-SHA512', Buffer.from(text), key) }],
    ['digest without DigestInfo', { sign: (text, key) => privateEncrypt(key, sha256(text).digest()) }],
    [
      'digest without DigestInfo',
      { sign: (text, key) => privateEncrypt(key, Buffer.from(sha256(text).digest('hex'))) },
    ],
    [
      'digest without DigestInfo',
      { sign: (text, key) => privateEncrypt(key, Buffer.from(sha256(text).digest('base64'))) },
    ],
  ],
  encoding: [
    ['signature in hex', { encode: (signature) => signature.toString('hex') }],
    ['signature in Base64url', { encode: (signature) => signature.toString('base64url') }],
    ['signature with line breaks', { encode: (s) => s.toString('base64').replace(/.{64}/g, '$& ') }],
    ['signature with line breaks', { encode: (s) => s.toString('base64').replace(/.{76}/g, '$&\\n') }],
    ['signature percent-encoded', { encode: (s) => encodeURIComponent(s.toString('base64')) }],
  ],
};
const singles = Object.values(groups).flat();

function request(client: Client, key: KeyObject = pair.privateKey) {
  const { method, separator, body, hashBody, ending } = client;
  const text = [method, client.path, client.signedTimestamp, hashBody(body)].join(separator) + ending;
  const signature = client.encode(client.sign(client.digestFirst?.(text) ?? text, key));
  return {
    method: 'POST',
    path,
    query: '?a=b',
    hosts: ['127.0.0.1:3000', 'api.example'],
    body: Buffer.from(sent),
    timestamp: client.timestamp,
    signature,
    environment: undefined,
    isCurrent: (seconds: number) => Math.abs(now - seconds) <= 300,
  };
}

describe('names a single mistake', () => {
  test.each(singles)('%s', (name, mistake) => {
    const found = diagnoseSignature(request({ ...correct, ...mistake }), [other.publicKey, pair.publicKey]);
    expect(found?.mistakes).toEqual([name]);
    expect(found?.hint).toMatch(/^[A-Z].*[;,].*\.$/);
  });

  test('milliseconds missing from X-Timestamp, also with a hex body hash', () => {
    const milliseconds = { ...correct, signedTimestamp: `${now}789` };
    expect(diagnoseSignature(request(milliseconds), [pair.publicKey])?.mistakes).toEqual(['milliseconds signed']);
    const date = { ...correct, signedTimestamp: iso(now * 1000 + 789) };
    expect(diagnoseSignature(request(date), [pair.publicKey])?.mistakes).toEqual(['date signed']);
    const both = { ...milliseconds, hashBody: (body: string) => sha256(body).digest('hex') };
    expect(diagnoseSignature(request(both), [pair.publicKey])?.mistakes.toSorted()).toEqual([
      'body hash in hex',
      'milliseconds signed',
    ]);
  });

  test('a text that was "encrypted" with the private key, without a digest', () => {
    const client = {
      ...correct,
      sign: (text: string | Buffer, key: KeyObject) => privateEncrypt(key, Buffer.from(text)),
    };
    expect(diagnoseSignature(request(client), [pair.publicKey])?.mistakes).toEqual(['text without digest']);
  });

  test('another method only beside another mistake', () => {
    const get = { ...correct, method: 'GET' };
    expect(diagnoseSignature(request(get), [pair.publicKey])).toBeUndefined();
    const both = diagnoseSignature(request({ ...get, ending: '\n' }), [pair.publicKey]);
    expect(both?.mistakes).toEqual(['trailing newline', 'other method']);
  });

  test('a body sent with a newline or indentation and signed without', () => {
    for (const [body, name] of [
      [`${sent}\n`, 'newline at the end of the body'],
      [JSON.stringify(value, null, 2), 'compact JSON hashed'],
    ] as const) {
      const found = diagnoseSignature({ ...request(correct), body: Buffer.from(body) }, [pair.publicKey]);
      expect(found?.mistakes).toEqual([name]);
    }
  });

  test('a test key with X-Environment prod', () => {
    const mistaken = { ...request({ ...correct, ending: '\n' }), environment: 'prod' as const };
    expect(diagnoseSignature(mistaken, [pair.publicKey])?.hint).toBe(
      'The signed text ends with a newline; end it with the body hash. ' +
        'The key is a test key, but X-Environment says prod; leave the header out or use a prod key.',
    );
  });
});

/** One mistake from each of one to three groups. A mistake's rare forms are not searched in threes. */
const someMistakes = fc
  .shuffledSubarray(Object.keys(groups), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(...(groups[name] ?? [])))))
  .filter((chosen) => chosen.length < 3 || chosen.every(([, , rare]) => !rare))
  // Where the body itself is signed, a missing body or a newline after it cannot be told from the text.
  .filter((chosen) => {
    const names = chosen.map(([name]) => name);
    return !names.includes('raw body') || !names.some((name) => /empty body|newline/.test(name));
  });

const last = (...names: string[]) =>
  names.flatMap((name) => singles.filter(([other, , rare]) => other === name && !rare).slice(0, 1));

describe('properties', () => {
  test('names up to three mistakes at once', () => {
    fc.assert(
      fc.property(someMistakes, (chosen) => {
        const client = Object.assign({ ...correct }, ...chosen.map(([, mistake]) => mistake)) as Client;
        const found = diagnoseSignature(request(client), [pair.publicKey]);
        expect(found?.mistakes.toSorted()).toEqual(chosen.map(([name]) => name).sort());
      }),
      {
        numRuns: 150,
        // The combination tried last.
        examples: [[last('lower-case method', 'spaces between', 'trailing newline')]],
      },
    );
  });

  test('garbage never gets a hint', () => {
    const garbage = fc.oneof(
      fc.uint8Array({ minLength: 256, maxLength: 256 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      fc.string({ maxLength: 400 }),
    );
    fc.assert(
      fc.property(garbage, (signature) => {
        expect(diagnoseSignature({ ...request(correct), signature }, [pair.publicKey])).toBeUndefined();
      }),
    );
  });

  test('a mistake signed with another key never gets a hint', () => {
    fc.assert(
      fc.property(fc.constantFrom(...singles), ([, mistake]) => {
        const otherRequest = request({ ...correct, ...mistake }, other.privateKey);
        expect(diagnoseSignature(otherRequest, [pair.publicKey])).toBeUndefined();
      }),
    );
  });

  test('a valid signature of another time, path or body never gets a hint', () => {
    const change = fc.constantFrom(
      { timestamp: String(now - 400), signedTimestamp: String(now - 400) },
      { timestamp: `${now - 400}000`, signedTimestamp: `${now - 400}000` },
      { timestamp: 'soon', signedTimestamp: 'soon' },
      { path: '/v1/actions/store/update-store' },
      { body: `${sent} ` },
      { body: '{"name":"Other"}' },
      {},
    );
    fc.assert(
      fc.property(change, (changed) => {
        expect(diagnoseSignature(request({ ...correct, ...changed }), [pair.publicKey])).toBeUndefined();
      }),
    );
  });
});

test('takes milliseconds at most for any length of body', () => {
  const long = JSON.stringify({ name: 'x'.repeat(15_000), list: Array.from({ length: 200 }, (_, at) => at) });
  for (const body of [sent, long, JSON.stringify({ name: 'x'.repeat(1_000_000) })]) {
    const unknown = { ...request({ ...correct, body: 'unknown' }), body: Buffer.from(body) };
    const times = Array.from({ length: 5 }, () =>
      cpuMsOf(() => expect(diagnoseSignature(unknown, [pair.publicKey])).toBeUndefined()),
    );
    // Usually five.
    expect(Math.min(...times)).toBeLessThan(30);
  }
});

describe('over HTTP', () => {
  const body = JSON.stringify({ name: 'Signed' });
  const seconds = () => Math.floor(Date.now() / 1000);

  /** A call whose body hash is hex. */
  function hexHeaders(merchantId: string, key: KeyObject, at = path, text = body) {
    const timestamp = String(seconds());
    const signed = `POST\n${at}\n${timestamp}\n${sha256(text).digest('hex')}`;
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64');
    return { 'X-Merchant-Id': merchantId, 'X-Timestamp': timestamp, 'X-Signature': signature };
  }

  const refusal = (aiHint?: string) => ({
    data: null,
    errors: [{ message: 'Invalid signature', layer: 'gateway', ...(aiHint && { aiHint }) }],
  });
  const hexHint = 'The body hash is hex; use Base64 of the SHA-256 digest.';

  test('401 Invalid signature with an aiHint that names the mistake, for a test key', async () => {
    const { merchantId, keys } = await newMerchant();
    const answer = await send('POST', path, body, hexHeaders(merchantId, keys.test));
    expect([answer.status, answer.body]).toMatchObject([401, refusal(hexHint)]);
  });

  test('401 with the hint at /v1/graphql too', async () => {
    const { merchantId, keys } = await newMerchant();
    const query = JSON.stringify({ query: '{ stores { id } }' });
    const answer = await send('POST', '/v1/graphql', query, hexHeaders(merchantId, keys.test, '/v1/graphql', query));
    expect([answer.status, answer.body]).toMatchObject([401, refusal(hexHint)]);
  });

  test('401 in an endpoint’s own words keeps the hint on the gateway’s entry', async () => {
    const { merchantId, keys } = await newMerchant();
    const at = '/v1/actions/subscription-product/update-product';
    const answer = await send('POST', at, body, hexHeaders(merchantId, keys.test, at));
    expect(answer.status).toBe(401);
    expect(answer.body.errors).toMatchObject([
      { message: 'Unauthorized', layer: 'product' },
      { message: 'Invalid signature', layer: 'gateway', aiHint: hexHint },
    ]);
  });

  test('401 with the hint for a timestamp in milliseconds, and for a signed URL with the host', async () => {
    const { merchantId, keys } = await newMerchant();
    const good = { merchantId, key: keys.test };
    const late = signedHeaders('POST', path, body, { ...good, timestamp: Date.now() });
    const first = await send('POST', path, body, late);
    expect(first.body.errors[0].aiHint).toMatch(/^The timestamp is in milliseconds; use Unix seconds/);
    const second = await send('POST', path, body, signedHeaders('POST', `${baseUrl}${path}`, body, good));
    expect(second.body).toMatchObject(refusal('The whole URL was signed; sign the path alone.'));
  });

  test('401 for a Base64url signature; the hint also says that the key is a test key', async () => {
    const { merchantId, keys } = await newMerchant();
    const headers = signedHeaders('POST', path, body, { merchantId, key: keys.test });
    const url = Buffer.from(headers['X-Signature'], 'base64').toString('base64url');
    const answer = await send('POST', path, body, { ...headers, 'X-Signature': url, 'X-Environment': 'prod' });
    expect([answer.status, answer.body.errors[0].aiHint]).toEqual([
      401,
      expect.stringMatching(/^X-Signature is Base64url .* The key is a test key, but X-Environment says prod;/),
    ]);
  });

  test('401 with the hint after any number of failures by outsiders that name the merchant', async () => {
    const { merchantId, keys } = await newMerchant();
    await Promise.all(
      Array.from({ length: 40 }, () => send('POST', path, body, hexHeaders(merchantId, other.privateKey))),
    );
    const answer = await send('POST', path, body, hexHeaders(merchantId, keys.test));
    expect(answer.body).toMatchObject(refusal(hexHint));
  });

  test('401 with the hint at most five times a second per merchant', async () => {
    const { merchantId, keys } = await newMerchant();
    const headers = hexHeaders(merchantId, keys.test);
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => send('POST', path, body, headers)));
    const seconds = Math.ceil((performance.now() - started) / 1000) + 1;
    const hinted = answers.filter(({ body: { errors } }) => errors[0].aiHint === hexHint);
    expect(hinted.length).toBeGreaterThan(0);
    expect(hinted.length).toBeLessThanOrEqual(5 * seconds);
    expect(answers.every(({ status }) => status === 401)).toBe(true);
  });

  test('401 without a hint: the same mistake with a prod key, another merchant’s test key, a deleted key', async () => {
    const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
    await db.delete(apiKeys).where(eq(apiKeys.merchantId, two.id));
    const attempts = [
      hexHeaders(one.merchantId, one.keys.prod),
      hexHeaders(one.merchantId, other.privateKey),
      hexHeaders(two.merchantId, two.keys.test),
    ];
    for (const headers of attempts) {
      const answer = await send('POST', path, body, headers);
      expect([answer.status, answer.body]).toMatchObject([401, refusal()]);
    }
  });
});
