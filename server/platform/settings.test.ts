import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

function refusalOf(environment: Record<string, string>): string {
  try {
    readSettings(environment, { serving: true });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('the settings were accepted');
}

test('reports every problem at once, one per line', () => {
  const message = refusalOf({ PORT: 'high', TRUST_PROXY: 'yes', DATABASE_URL: 'mysql://db', APP_SECRET: 'short' });
  for (const name of ['PORT', 'TRUST_PROXY', 'DATABASE_URL', 'APP_SECRET']) {
    expect(message).toMatch(new RegExp(`^  ${name}: `, 'm'));
  }
});

test('requires APP_SECRET with DATABASE_URL', () => {
  expect(refusalOf({ DATABASE_URL: 'postgres://db.example/shop' })).toMatch(
    /^ {2}APP_SECRET: is required with DATABASE_URL$/m,
  );
});

test('accepts several servers in DATABASE_URL, and no address without a host or with a broken port', () => {
  const secret = { APP_SECRET: 'x'.repeat(32) };
  for (const address of ['postgres://u:p@a:5432,b:5432/shop', 'postgres://u:p@/shop?host=/run/postgresql'])
    expect(readSettings({ ...secret, DATABASE_URL: address }, { serving: true }).databaseUrl).toBe(address);
  for (const address of ['postgres://u:p@a:5432,:5432/shop', 'postgres://a:5432,b:port/shop'])
    expect(refusalOf({ ...secret, DATABASE_URL: address })).toMatch(/^ {2}DATABASE_URL: must name hosts/m);
});

test('requires DATABASE_URL with DATABASE_READ_URL', () => {
  const replica = { DATABASE_READ_URL: 'postgres://copy.example/shop' };
  expect(refusalOf(replica)).toMatch(/^ {2}DATABASE_READ_URL: requires DATABASE_URL/m);
  expect(refusalOf({ DATABASE_READ_URL: 'copy.example' })).toMatch(/^ {2}DATABASE_READ_URL: must start with/m);
  const own = { ...replica, DATABASE_URL: 'postgres://db.example/shop', APP_SECRET: 'x'.repeat(32) };
  expect(readSettings(own, { serving: true }).readUrl).toBe('postgres://copy.example/shop');
});

test('reads the nodes of a cluster with their ports, and requires DATABASE_URL without a replica', () => {
  const nodes = { DATABASE_NODES: 'node-1, 10.0.0.2:5433,[::1],[::1]:5434' };
  const cluster = { ...nodes, DATABASE_URL: 'postgres://db.example/shop', APP_SECRET: 'x'.repeat(32) };
  expect(readSettings(cluster, { serving: true }).databaseNodes).toEqual([
    'node-1:5432',
    '10.0.0.2:5433',
    '[::1]:5432',
    '[::1]:5434',
  ]);
  expect(refusalOf(nodes)).toMatch(/^ {2}DATABASE_NODES: requires DATABASE_URL/m);
  expect(refusalOf({ ...cluster, DATABASE_READ_URL: 'postgres://copy.example/shop' })).toMatch(
    /^ {2}DATABASE_NODES: cannot be combined with DATABASE_READ_URL/m,
  );
  for (const wrong of ['postgres://node-1', 'node-1:port', 'node-1,,node-2', 'user@node-1'])
    expect(refusalOf({ ...cluster, DATABASE_NODES: wrong })).toMatch(/^ {2}DATABASE_NODES: must be hosts with ports/m);
});

test('a host is public unless HOST and APP_URL are loopback, and sign-up there is by invitation', () => {
  const own = { DATABASE_URL: 'postgres://db.example/shop', APP_SECRET: 'x'.repeat(32) };
  const host = (environment: Record<string, string>) => {
    const { isPublicHost, signUp } = readSettings(environment, { serving: true });
    return [isPublicHost, signUp];
  };
  expect(host({})).toEqual([false, 'open']);
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(host({ ...own, HOST })).toEqual([false, 'open']);
  expect(host({ HOST: '127.0.0.1', APP_URL: 'http://[::1]:3000' })).toEqual([false, 'open']);
  expect(host(own)).toEqual([true, 'invited']);
  expect(host({ HOST: '0.0.0.0' })).toEqual([true, 'invited']);
  expect(host({ APP_URL: 'https://pay.example.com' })).toEqual([true, 'invited']);
  expect(host({ APP_URL: 'https://127.0.0.1.example.com' })).toEqual([true, 'invited']);
  expect(host({ HOST: '0.0.0.0', SIGN_UP: 'off' })).toEqual([true, 'off']);
  expect(host({ SIGN_UP: 'invited' })).toEqual([false, 'invited']);
});

test('counts calls in the database with DATABASE_URL, or in Redis', () => {
  const counters = (environment: Record<string, string>) => {
    const { rateLimits, redisUrl } = readSettings(environment, { serving: true });
    return [rateLimits.counters, redisUrl];
  };
  const own = { DATABASE_URL: 'postgres://db.example/shop', APP_SECRET: 'x'.repeat(32) };
  expect(counters({})).toEqual(['memory', undefined]);
  expect(counters(own)).toEqual(['database', undefined]);
  expect(counters({ ...own, RATE_LIMIT_COUNTERS: 'memory' })).toEqual(['memory', undefined]);
  for (const url of ['redis://cache:6379', 'rediss://user:secret@cache.example:6380/2']) {
    expect(counters({ ...own, REDIS_URL: url })).toEqual(['database', url]);
  }
});

test.each(['cache:6379', 'http://hunter2@cache', 'redis://', 'redis://:hunter2@cache/counters'])(
  'rejects %s as REDIS_URL',
  (address) => {
    const message = refusalOf({ REDIS_URL: address });
    expect(message).toMatch(/^ {2}REDIS_URL: must (be an address that starts|have a database number)/m);
    expect(message).not.toContain('hunter2');
  },
);

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
};

test('enables Stripe with all three keys, at its own address by default', () => {
  expect(readSettings({}, { serving: true }).stripe).toBeNull();
  expect(readSettings(stripe, { serving: true }).stripe).toEqual({
    secretKey: 'sk_test_hunter2',
    publishableKey: 'pk_test_hunter2',
    webhookSecret: 'whsec_hunter2',
    apiUrl: 'https://api.stripe.com',
  });
  const restricted = { ...stripe, STRIPE_SECRET_KEY: 'rk_test_hunter2', STRIPE_API_URL: 'http://127.0.0.1:4242/' };
  expect(readSettings(restricted, { serving: true }).stripe?.apiUrl).toBe('http://127.0.0.1:4242');
});

test.each(['http://proxy.example', 'https://api.stripe.com/v1', 'https://user:hunter2@proxy.example'])(
  'rejects %s as STRIPE_API_URL',
  (address) => {
    const message = refusalOf({ ...stripe, STRIPE_API_URL: address });
    expect(message).toMatch(/^ {2}STRIPE_API_URL: must be an https origin, or an http origin on this machine$/m);
    expect(message).not.toContain('hunter2');
  },
);

test.each(Object.keys(stripe))('rejects Stripe keys without %s', (name) => {
  const message = refusalOf({ ...stripe, [name]: '' });
  expect(message).toMatch(new RegExp(`^ {2}${name}: is required with the other Stripe keys$`, 'm'));
  expect(message).not.toContain('hunter2');
});

test('rejects swapped secret and publishable keys', () => {
  const swapped = {
    ...stripe,
    STRIPE_SECRET_KEY: stripe.STRIPE_PUBLISHABLE_KEY,
    STRIPE_PUBLISHABLE_KEY: stripe.STRIPE_SECRET_KEY,
  };
  const message = refusalOf(swapped);
  expect(message).toMatch(/^ {2}STRIPE_SECRET_KEY: must start with/m);
  expect(message).toMatch(/^ {2}STRIPE_PUBLISHABLE_KEY: must start with/m);
  expect(message).not.toContain('hunter2');
});

test('rejects a test key beside a live key', () => {
  expect(refusalOf({ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_hunter2' })).toMatch(
    /^ {2}STRIPE_PUBLISHABLE_KEY: is a live key, and STRIPE_SECRET_KEY is a test key$/m,
  );
});

test('serves metrics on their own port, on loopback by default', () => {
  expect(readSettings({}, { serving: true })).toMatchObject({ metrics: null, tracesUrl: undefined });
  expect(readSettings({ METRICS_PORT: '9464' }, { serving: true }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  const refused = /^ {2}METRICS_PORT: must differ from PORT, which is public$/m;
  expect(refusalOf({ METRICS_PORT: '3000' })).toMatch(refused);
  expect(refusalOf({ PORT: '8080', METRICS_PORT: '8080' })).toMatch(refused);
});

test('repeats no value, because it may be a secret', () => {
  const message = refusalOf({
    DATABASE_URL: 'mysql://user:hunter2@db',
    APP_SECRET: 'tiny-hunter2',
    SMTP_URL: 'http://hunter2@mail',
    APP_URL: 'not an address hunter2',
    LOG_LEVEL: 'hunter2',
    PORT: 'hunter2',
  });
  expect(message).not.toContain('hunter2');
});

test('treats an empty value as absent', () => {
  expect(readSettings({ PORT: '', APP_URL: '' }, { serving: true }).appUrl).toBe('http://localhost:3000');
});

test.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/security', 'https://example.com/security'],
])('reads %s as the security contact', (SECURITY_CONTACT, contact) => {
  expect(readSettings({ SECURITY_CONTACT }, { serving: true }).securityContact).toBe(contact);
});

test('rejects a security contact that is no address', () => {
  expect(refusalOf({ SECURITY_CONTACT: 'call us' })).toMatch(/^ {2}SECURITY_CONTACT: must be an email/m);
});
