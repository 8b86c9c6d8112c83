/**
 * Every setting of the product: read from the environment once, checked as a whole, typed from here on.
 * Defaults stand here and, for people, in `.env.example`; a test keeps the two equal.
 */
import { z } from 'zod';
import { readTrustedProxies, type TrustedProxies } from './client-address.ts';
import { readSettingFiles } from './setting-files.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const webAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');
const redisAddress = z
  .url({ protocol: /^rediss?$/, hostname: /./, error: 'must be an address that starts with redis:// or rediss://' })
  .refine((address) => /^(\/\d*)?$/.test(new URL(address).pathname), 'must name its database by a number, or none');
const stripeKey = (form: RegExp, message: string) => z.string().regex(form, message).optional();

const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.+\.localhost)$/i.test(hostname);

/** Whether other machines may reach the service: it listens on more than loopback, or is named by another address. */
const isPublicHost = (host: string, appUrl: string): boolean =>
  !(isLoopback(host) && isLoopback(new URL(appUrl).hostname));

/** Whether a secret key may be sent there: encrypted, or without leaving the machine; and whether it is an origin only. */
function keepsSecret(address: string): boolean {
  const { protocol, hostname, origin } = new URL(address);
  return origin === address && (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

/** "1,3,5,7" as days; each later than the one before. */
function readRetryDays(text: string, context: z.RefinementCtx): readonly number[] {
  const days = text.split(',').map((part) => (/^\s*\d{1,2}\s*$/.test(part) ? Number(part) : Number.NaN));
  const isAscending = days.every((day, place) => day > (days[place - 1] ?? 0));
  if (isAscending && days.length <= 10) return days;
  context.addIssue({ code: 'custom', message: 'must be up to ten ascending numbers of days, such as 1,3,5,7' });
  return z.NEVER;
}

function readProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  const proxies = readTrustedProxies(text);
  if (proxies) return proxies;
  const message = 'must be off, on, how many proxies (1 to 10), or their networks, such as 10.0.0.0/8,loopback';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

const environmentSchema = z.object({
  /** The contract's base address: what the outside world calls this service. */
  APP_URL: webAddress.optional(),
  /** Where checkout pages live when they have an address of their own. */
  CHECKOUT_URL: webAddress.optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Default: loopback with the embedded database, every interface with one of your own. */
  HOST: z.string().min(1).optional(),
  /** Absent: an embedded PostgreSQL under DATA_DIR. */
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_POOL: count(20),
  /** A streaming replica of DATABASE_URL's, for what may be a moment old; absent: that database itself. */
  DATABASE_REPLICA_URL: postgresAddress.optional(),
  DATABASE_READ_POOL: count(10),
  /** How long PostgreSQL may read for one statement of a list, a figure or a GraphQL query. */
  READ_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Signs sessions and tokens, and encrypts webhook keys. Made and kept under DATA_DIR with the embedded database. */
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  /** The secret before APP_SECRET; only `counterfoil secret rotate` reads it. */
  APP_SECRET_PREVIOUS: z.string().min(32, 'must be at least 32 characters').optional(),
  SESSION_TOKEN_TTL_SECONDS: count(900),
  /** Days after a renewal that failed on which it is tried again; after the last the subscription ends. */
  RENEWAL_RETRY_DAYS: z.string().default('1,3,5,7').transform(readRetryDays),
  RATE_LIMIT_API_KEY_PER_SECOND: count(100),
  RATE_LIMIT_API_KEY_BURST: count(200),
  RATE_LIMIT_STORE_SLUG_PER_SECOND: count(20),
  RATE_LIMIT_PAYMENTS_PER_MINUTE: count(6),
  /** Of one address that names a store: each session is free to make, and a fresh place to try a card. */
  RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE: count(10),
  RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: count(240),
  /** Declines in ten minutes, in test in one; docs/behavior/card-testing.md. */
  RATE_LIMIT_DECLINES_PER_ADDRESS: count(10),
  RATE_LIMIT_DECLINES_PER_EMAIL: count(6),
  RATE_LIMIT_DECLINES_PER_CARD: count(6),
  RATE_LIMIT_DECLINES_PER_STORE: count(20),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: count(10),
  /** Failed sign-ins of one account after which every further attempt has to wait. */
  RATE_LIMIT_SIGN_IN_FAILURES: count(5),
  /** In each process by itself, or over all that are on one database; default: the latter with one of your own. */
  RATE_LIMIT_COUNTERS: z.enum(['memory', 'database']).optional(),
  /** Redis or Valkey, which counts in place of either. */
  REDIS_URL: redisAddress.optional(),
  /** On: webhooks may lead into private networks, this machine included. */
  WEBHOOK_PRIVATE_ADDRESSES: flag('off'),
  /** How many proxies are in front, or their networks: what they say of a client is believed. */
  TRUST_PROXY: z.string().default('off').transform(readProxies),
  /** Open connections of one client address; proxies that are trusted may have any number. */
  CONNECTIONS_PER_ADDRESS: count(256),
  /** Bytes of request bodies of one client address that are held at once. */
  BODY_BYTES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1024 * 1024)
    .default(16 * 1024 * 1024),
  /** The GraphQL explorer; default: on with the embedded database, off with one of your own. */
  GRAPHQL_EXPLORER: z.enum(['on', 'off']).optional(),
  /** Demo merchant, store, products and orders on an empty database; never on a public host. */
  DEMO: flag('on'),
  /** Who may make an account in the browser; default: everyone on a loopback host, invited people on a public one. */
  SIGN_UP: z.enum(['open', 'invited', 'off']).optional(),
  /** Absent: emails stay in the mailbox (`counterfoil emails`). */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  EMAIL_FROM: z.string().min(3).default('Counterfoil <no-reply@localhost>'),
  /** All three or none; absent: the prod environment sells nothing. A restricted key will do as well. */
  STRIPE_SECRET_KEY: stripeKey(/^[sr]k_(test|live)_\w+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_'),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(test|live)_\w+$/, 'must start with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_[\w+/=]+$/, 'must start with whsec_'),
  STRIPE_API_URL: webAddress
    .refine(keepsSecret, 'must be an https origin, or an http one of this machine')
    .default('https://api.stripe.com'),
  /** On, for demonstrations: without Stripe's keys the sandbox sells in prod too, marked wherever it is shown. */
  SANDBOX_IN_PROD: flag('off'),
  /** On: merchants find their API calls of the last 30 days in the dashboard, masked. */
  REQUEST_LOG: flag('on'),
  /** After how many whole months events and ledger move into the schema `archive`; absent: never. */
  ARCHIVE_AFTER_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  /** How long a server that was asked to stop says so before it stops listening: what a load balancer takes to notice. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  /** Absent: no metrics. Never the port that is served, which the outside world reaches. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Absent: no traces. OpenTelemetry's other variables (OTEL_…) are read by its own library. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** The names of all of them, as they stand in the environment. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

export type Environment = Readonly<Record<string, string | undefined>>;
export type Settings = ReturnType<typeof readSettings>;

/** Raised with every problem at once, one line each, ready to be shown to an operator. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings from an environment such as `process.env`. An empty value counts as absent; `NAME_FILE` names a file
 * that holds the value of `NAME`.
 * `serving` also asks for what only a process that answers requests needs.
 * Throws a {@link SettingsError} that lists every problem, and never repeats a value (it may be a secret).
 */
export function readSettings(environment: Environment, options: { serving: boolean }) {
  const { given, problems: fileProblems } = readSettingFiles(environment, settingNames);
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? [...fileProblems]
    : [...fileProblems, ...parsed.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))];
  if (given.DATABASE_URL && !given.APP_SECRET && !given.APP_SECRET_FILE)
    problems.push({ name: 'APP_SECRET', message: 'is required with DATABASE_URL' });
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL)
    problems.push({ name: 'DATABASE_REPLICA_URL', message: 'is a copy of DATABASE_URL’s, which is required with it' });
  problems.push(...stripeProblems(given));
  const servedPort = given.PORT ?? '3000';
  if (given.METRICS_PORT === servedPort && servedPort !== '0')
    problems.push({ name: 'METRICS_PORT', message: 'must be another port than PORT, which everybody reaches' });
  if (!parsed.success || fileProblems.length > 0 || (options.serving && problems.length > 0)) {
    const lines = problems.map(({ name, message }) => `  ${name}: ${message}`);
    throw new SettingsError(`These settings need attention:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  const host = env.HOST ?? (env.DATABASE_URL ? '0.0.0.0' : '127.0.0.1');
  return {
    appUrl,
    isPublicHost: isPublicHost(host, appUrl),
    signUp: env.SIGN_UP ?? (isPublicHost(host, appUrl) ? 'invited' : 'open'),
    checkoutUrl: env.CHECKOUT_URL ?? appUrl,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    readPool: env.DATABASE_READ_POOL,
    readTimeoutMs: env.READ_TIMEOUT_SECONDS * 1000,
    dataDir: env.DATA_DIR,
    appSecret: env.APP_SECRET,
    previousAppSecret: env.APP_SECRET_PREVIOUS,
    sessionTokenTtlSeconds: env.SESSION_TOKEN_TTL_SECONDS,
    renewalRetryDays: env.RENEWAL_RETRY_DAYS,
    rateLimits: {
      apiKey: { perSecond: env.RATE_LIMIT_API_KEY_PER_SECOND, burst: env.RATE_LIMIT_API_KEY_BURST },
      storeSlug: { perSecond: env.RATE_LIMIT_STORE_SLUG_PER_SECOND },
      paymentsPerMinute: env.RATE_LIMIT_PAYMENTS_PER_MINUTE,
      publicSessionsPerMinute: env.RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE,
      pageViewsPerMinute: env.RATE_LIMIT_PAGE_VIEWS_PER_MINUTE,
      declines: {
        perAddress: env.RATE_LIMIT_DECLINES_PER_ADDRESS,
        perEmail: env.RATE_LIMIT_DECLINES_PER_EMAIL,
        perCard: env.RATE_LIMIT_DECLINES_PER_CARD,
        perStore: env.RATE_LIMIT_DECLINES_PER_STORE,
      },
      signInPerMinute: env.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      signInFailures: env.RATE_LIMIT_SIGN_IN_FAILURES,
      counters: env.RATE_LIMIT_COUNTERS ?? (env.DATABASE_URL ? 'database' : 'memory'),
    },
    redisUrl: env.REDIS_URL,
    webhookPrivateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES,
    trustedProxies: env.TRUST_PROXY,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    bodyBytesPerAddress: env.BODY_BYTES_PER_ADDRESS,
    explorer: env.GRAPHQL_EXPLORER,
    demo: env.DEMO,
    smtpUrl: env.SMTP_URL,
    emailFrom: env.EMAIL_FROM,
    stripe: stripeKeys(env),
    sandboxInProd: env.SANDBOX_IN_PROD,
    requestLog: env.REQUEST_LOG,
    archiveAfterMonths: env.ARCHIVE_AFTER_MONTHS,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY_SECONDS,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL,
  };
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** Half a set of keys would take payments that nobody hears of; keys of two modes would take none at all. */
function stripeProblems(given: Environment): { name: string; message: string }[] {
  const missing = stripeNames.filter((name) => !given[name]);
  if (missing.length === stripeNames.length) return [];
  const problems = missing.map((name) => ({ name, message: 'is required with the other keys of Stripe' }));
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1],
  );
  if (secret && publishable && secret !== publishable) {
    const message = `is a ${publishable} key, and STRIPE_SECRET_KEY is a ${secret} key`;
    problems.push({ name: 'STRIPE_PUBLISHABLE_KEY', message });
  }
  return problems;
}

/** Null unless Stripe takes payments. */
function stripeKeys(env: z.output<typeof environmentSchema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret, apiUrl } : null;
}

const kept = globalThis as typeof globalThis & { counterfoilSettings?: Settings };

/**
 * This process's settings, read at the first call. They hang on `globalThis` because the production server and
 * Next's bundle are two copies of this module in one process.
 */
export function settings(): Settings {
  kept.counterfoilSettings ??= readSettings(process.env, { serving: true });
  return kept.counterfoilSettings;
}
