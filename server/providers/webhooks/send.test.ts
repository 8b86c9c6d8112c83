/** Webhook requests out of the operator's network: allowed targets, and limits against hostile receivers. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SendOptions, sendWebhook, WebhookUnreachable } from './send.ts';

const inside: SendOptions = { privateAddresses: true };
const outside: SendOptions = { privateAddresses: false };
const isPrivate = 'The URL leads to a private network';

const opened = new Set<Server>();
const sockets = new Set<Socket>();

/** Listens on this machine until the test ends; returns the port. */
async function listen(server: Server): Promise<number> {
  opened.add(server);
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createHttpServer(listener))}`;

/** A server that answers anything with that text and optionally closes the connection. */
const say = async (text: string, hangUp = true): Promise<string> =>
  `http://127.0.0.1:${await listen(
    createTcpServer((socket) => {
      socket.once('data', () => (hangUp ? socket.end(text) : socket.write(text)));
    }),
  )}`;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([...opened].map((server) => new Promise((resolve) => server.close(resolve))));
  opened.clear();
  sockets.clear();
});

const send = (url: string, options: SendOptions = inside, body = '{}') =>
  sendWebhook({ url, headers: { 'Content-Type': 'application/json' }, body }, options);

/** The sentence shown to the merchant. */
async function failureOf(sending: Promise<unknown>): Promise<string> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WebhookUnreachable)) throw new Error(`No WebhookUnreachable, but ${String(error)}`);
  return error.message;
}

describe('requests and answers', () => {
  test('posts to the exact path, with the body’s length in bytes', async () => {
    let received = {};
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        received = {
          method,
          path,
          length: headers['content-length'],
          type: headers['content-type'],
          host: headers.host,
        };
        response.writeHead(202, { 'X-Said': 'thanks' }).end(Buffer.concat(chunks));
      });
    });
    const answer = await send(`${url}/hook/ü?a=1&b=%20`, inside, '{"name":"Café"}');
    const host = new URL(url).host;
    const path = '/hook/%C3%BC?a=1&b=%20';
    expect(received).toEqual({ method: 'POST', path, length: '16', type: 'application/json', host });
    expect(answer).toMatchObject({ status: 202, headers: { 'x-said': 'thanks' }, body: '{"name":"Café"}' });
  });

  test.each([204, 400, 410, 429, 500, 503])('accepts the answer %s', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end());
    expect((await send(url)).status).toBe(status);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%s)', async (status) => {
    let visits = 0;
    const target = await serve((_, response) => {
      visits += 1;
      response.end();
    });
    const url = await serve((_, response) => response.writeHead(status, { Location: target }).end());
    expect([(await send(url)).status, visits]).toEqual([status, 0]);
  });

  test('reuses a connection and replaces one that the receiver has closed', async () => {
    const bodies: number[] = [];
    let isFirst = true;
    const server = createTcpServer((socket) => {
      const isOld = isFirst;
      isFirst = false;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        // On the first connection the second request fails.
        if (isOld && requests > 1) return void socket.resetAndDestroy();
        bodies.push(requests);
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
      });
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    expect((await send(url)).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await send(url)).status).toBe(200);
    expect([bodies, sockets.size]).toEqual([[1, 1], 2]);
  });
});

describe('limits', () => {
  test('does not send a body over 1 MiB', async () => {
    let visits = 0;
    const url = await serve((_, response) => {
      visits += 1;
      response.end();
    });
    const body = 'x'.repeat(1024 * 1024);
    expect(await failureOf(send(url, inside, `${body}x`))).toBe('The message is longer than 1 MiB');
    expect(visits).toBe(0);
    expect((await send(url, inside, body)).status).toBe(200);
  });

  test('fails when the receiver does not answer', async () => {
    const url = await serve(() => {});
    expect(await failureOf(send(url, { ...inside, timeoutMs: 150 }))).toBe('No response within 0.15 seconds');
  });

  test('fails when the name server does not answer', async () => {
    const options = { ...inside, timeoutMs: 150, resolve: () => new Promise<never>(() => {}) };
    expect(await failureOf(send('http://shop.example', options))).toBe('No response within 0.15 seconds');
  });

  test('fails when the headers never end', async () => {
    const url = await say('HTTP/1.1 200 OK\r\nX-A: a', false);
    expect(await failureOf(send(url, { ...inside, timeoutMs: 150 }))).toBe('No response within 0.15 seconds');
  });

  test('fails on endless interim answers', async () => {
    let timer: NodeJS.Timeout | undefined;
    const url = await serve((_, response) => {
      timer = setInterval(() => response.writeProcessing(), 10);
    });
    expect(await failureOf(send(url, { ...inside, timeoutMs: 150 }))).toBe('No response within 0.15 seconds');
    clearInterval(timer);
  });

  test('keeps the status of a body that never ends within the time limit', async () => {
    let timer: NodeJS.Timeout | undefined;
    const url = await serve((_, response) => {
      response.writeHead(200);
      timer = setInterval(() => response.write('x'), 10);
    });
    const { status, body } = await send(url, { ...inside, timeoutMs: 200 });
    clearInterval(timer);
    expect([status, /^x+$/.test(body)]).toEqual([200, true]);
  });

  test('reads 16 KiB of a huge body and closes the connection', async () => {
    const closed = Promise.withResolvers<boolean>();
    const url = await serve((_, response) => {
      response.once('close', () => closed.resolve(response.writableFinished));
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('€'.repeat(10_000)));
      };
      response.on('drain', pour);
      pour();
    });
    const { status, body } = await send(url);
    // 16384 bytes hold 5461 characters of three bytes, and one byte of the next.
    expect([status, body.length, body.replaceAll('€', '')]).toEqual([200, 5461, '']);
    expect(await closed.promise).toBe(false);
  });

  test('bounds headers in number and length and makes them storable', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'a'.repeat(20)]));
    const url = await serve((_, response) => {
      response.writeHead(200, { 'x-long': 'b'.repeat(5000), ...many }).end('a\0b');
    });
    const { headers, body } = await send(url);
    expect([Object.keys(headers).length, headers['x-long']?.length, body]).toEqual([60, 1000, 'a\uFFFDb']);
  });

  test('fails on a head over 16 KiB', async () => {
    const url = await say(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await failureOf(send(url))).toBe('The response headers exceed 16 KiB');
  });
});

describe('failures', () => {
  const garbage = 'The response is not valid HTTP';
  const closed = 'The connection was closed before a response arrived';

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', garbage],
    ['a status that is none', 'HTTP/1.1 2OO OK\r\n\r\n', garbage],
    ['a length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', garbage],
    ['chunks that are none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n', garbage],
    ['nothing', '', closed],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-', closed],
    [
      'another protocol, asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      closed,
    ],
  ])('%s', async (_, text, sentence) => {
    expect(await failureOf(send(await say(text)))).toBe(sentence);
  });

  test('keeps the status and the part of a body that breaks off', async () => {
    const url = await say('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    expect(await send(url)).toMatchObject({ status: 200, body: 'half' });
  });

  test('reports a reset connection', async () => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await failureOf(send(`http://127.0.0.1:${port}`))).toBe(closed);
  });

  test('reports a closed port and an unknown host', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    opened.delete(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(send(`http://127.0.0.1:${port}`))).toBe('The connection was refused');
    const resolve = async () => Promise.reject(Object.assign(new Error('secret'), { code: 'ENOTFOUND' }));
    expect(await failureOf(send('http://shop.example', { ...inside, resolve }))).toBe('The host name does not exist');
    expect(await failureOf(send('http://shop.example', { ...inside, resolve: async () => [] }))).toBe(
      'The host name does not exist',
    );
  });

  test('reports unexpected errors without their message', async () => {
    const resolve = async () => Promise.reject(new Error('10.0.0.1 said no'));
    expect(await failureOf(send('http://shop.example', { ...inside, resolve }))).toBe('The request could not be sent');
  });

  test.each(['ftp://example.com', 'file:///etc/passwd', 'no address', ''])('rejects the address %j', async (url) => {
    expect(await failureOf(send(url))).toBe('The URL is not an http or https URL');
  });

  test('reports https to a server that speaks http', async () => {
    const url = await serve((_, response) => response.end());
    expect(await failureOf(send(url.replace('http:', 'https:')))).toBe('The TLS connection failed');
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('certificates', () => {
  let folder = '';
  const known = getCACertificates('default');
  const file = (name: string) => join(folder, name);
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

  /** A certificate for that host from the test's own authority, as server options. */
  function certify(host: string, days = '2') {
    openssl(`req ${newKey} -keyout key.pem -out request.pem -subj /CN=receiver`);
    writeFileSync(file('names'), `subjectAltName=DNS:${host}`);
    openssl(`x509 -req -in request.pem -CA ca.pem -CAkey ca.key -extfile names -out own.pem -days ${days}`);
    return { key: readFileSync(file('key.pem')), cert: readFileSync(file('own.pem')) };
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterfoil-certificates-'));
    openssl(`req -x509 ${newKey} -keyout ca.key -out ca.pem -days 2 -subj /CN=Test`);
    setDefaultCACertificates([...known, readFileSync(file('ca.pem'), 'utf8')]);
  });
  afterAll(() => {
    setDefaultCACertificates(known);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The result of a request to shop.example with that certificate. */
  async function sendSecurely(shown: { key: Buffer; cert: Buffer }) {
    const port = await listen(createHttpsServer(shown, (_, response) => response.writeHead(201).end()));
    const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
    return await send(`https://shop.example:${port}/`, { ...inside, resolve });
  }

  test('accepts a certificate for the host from a known authority', async () => {
    expect((await sendSecurely(certify('shop.example'))).status).toBe(201);
  });

  test('rejects every other certificate', async () => {
    expect(await failureOf(sendSecurely(certify('other.example')))).toBe('The certificate is for another host');
    expect(await failureOf(sendSecurely(certify('shop.example', '-1')))).toBe('The certificate has expired');
    openssl(`req -x509 ${newKey} -keyout key.pem -out own.pem -subj /CN=shop.example`);
    const alone = { key: readFileSync(file('key.pem')), cert: readFileSync(file('own.pem')) };
    expect(await failureOf(sendSecurely(alone))).toBe('The certificate is self-signed');
  });

  test('keeps checking whatever the environment says', async () => {
    const given = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const sending = sendSecurely(certify('other.example'));
      expect(await failureOf(sending)).toBe('The certificate is for another host');
    } finally {
      if (given === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = given;
    }
  });
});

describe('private networks', () => {
  let visits = 0;
  let local: HttpServer;
  let port = 0;
  beforeEach(async () => {
    visits = 0;
    local = createHttpServer((_, response) => response.end());
    local.on('connection', () => {
      visits += 1;
    });
    port = await listen(local);
  });

  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'shop.localhost',
    '169.254.169.254',
    '[fd00:ec2::254]',
    'metadata.google.internal',
  ])('%s is not called', async (host) => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
    expect(await failureOf(send(`http://${host}:${port}/`, outside))).toBe(isPrivate);
    expect(await failureOf(send(`http://${host}:${port}/`, { ...outside, resolve }))).toBe(isPrivate);
    expect(visits).toBe(0);
  });

  test('rejects a name with one private address among others', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    expect(await failureOf(send(`http://shop.example:${port}/`, { ...outside, resolve }))).toBe(isPrivate);
    expect(visits).toBe(0);
  });

  test('connects to the checked addresses: a name is resolved once per connection', async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      // A name server that returns another address the second time.
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 as const }];
    };
    const { status } = await send(`http://shop.example:${port}/`, { ...inside, resolve });
    expect([status, lookups, visits]).toEqual([200, 1, 1]);
    const rebound = await failureOf(send(`http://shop.example:${port}/`, { ...outside, resolve }));
    expect([rebound, visits]).toEqual([isPrivate, 1]);
  });

  test('does not reuse an allowed connection into a private network where it is not allowed', async () => {
    await send(`http://127.0.0.1:${port}/`, inside);
    expect(await failureOf(send(`http://127.0.0.1:${port}/`, outside))).toBe(isPrivate);
    expect(visits).toBe(1);
  });

  const octet = fc.integer({ min: 0, max: 255 });
  const v4 = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  );
  const quad = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16));
  const hexOf = ([a, b, c, d]: readonly number[]) =>
    `${(((a ?? 0) << 8) | (b ?? 0)).toString(16)}:${(((c ?? 0) << 8) | (d ?? 0)).toString(16)}`;
  const v6 = fc.oneof(
    fc
      .tuple(fc.constantFrom('fc00', 'fd12', 'fe80', 'febf', 'fec0', 'ff02'), quad, quad)
      .map(([a, b, c]) => `${a}::${b}:${c}`),
    v4.map((bytes) => `::ffff:${hexOf(bytes)}`),
    v4.map((bytes) => `64:ff9b::${hexOf(bytes)}`),
    v4.map((bytes) => `::${hexOf(bytes)}`),
  );
  const spellings = v4.chain((bytes) => {
    const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    const octal = (byte: number) => `0${byte.toString(8)}`;
    return fc.constantFrom(
      bytes.join('.'),
      String(number),
      `0x${number.toString(16)}`,
      bytes.map(octal).join('.'),
      bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      `${bytes[0]}.${bytes[1]}.${bytes[2] * 256 + bytes[3]}`,
    );
  });

  const holds = <Value>(arbitrary: fc.Arbitrary<Value>, sending: (value: Value) => Promise<unknown>) =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        expect(await failureOf(sending(value))).toBe(isPrivate);
      }),
    );

  test('blocks every private IPv4 address in any notation', () =>
    holds(spellings, (host) => send(`http://${host}:${port}/`, outside)));

  test('blocks every private IPv6 address', () => holds(v6, (host) => send(`http://[${host}]:${port}/`, outside)));

  const named = fc.oneof(
    v4.map((bytes) => ({ address: bytes.join('.'), family: 4 as const })),
    v6.map((address) => ({ address, family: 6 as const })),
  );
  const publicOnes = fc.array(fc.constant({ address: '93.184.215.14', family: 4 as const }), { maxLength: 3 });

  test('blocks private addresses returned by DNS among others', () =>
    holds(fc.tuple(publicOnes, named, publicOnes), ([before, one, after]) => {
      const resolve = async () => [...before, one, ...after];
      return send(`https://shop.example:${port}/`, { ...outside, resolve });
    }));
});

test('ignores the environment’s proxies', async () => {
  const visited: string[] = [];
  const proxy = await serve((request, response) => {
    visited.push(String(request.url));
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(201).end());
  const program = `
    import { request } from 'node:http';
    import { sendWebhook } from ${JSON.stringify(new URL('./send.ts', import.meta.url).href)};
    const viaGlobal = await new Promise((resolve) => request(${JSON.stringify(url)}, resolve).end());
    viaGlobal.resume();
    const { status } = await sendWebhook({ url: ${JSON.stringify(url)}, headers: {}, body: '{}' }, { privateAddresses: true });
    console.log(viaGlobal.statusCode, status);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '', no_proxy: '' },
  });
  // A request that follows the environment arrives at the proxy, so the proxy was configured.
  expect([stdout.trim(), visited.length]).toEqual(['200 201', 1]);
});
