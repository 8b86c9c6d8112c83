/** The product's settings: read from the environment once, checked as a whole, typed from here on. */
import type { z } from 'zod';
import { readSettingFiles } from './setting-files.ts';
import { environmentSchema } from './settings-schema.ts';

/** Whether a host name leads to this machine itself. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.+\.localhost)$/i.test(hostname);

/** Whether other machines can reach the service: it listens on more than loopback, or its public address is not loopback. */
const isPublicHost = (host: string, appUrl: string): boolean =>
  !(isLoopback(host) && isLoopback(new URL(appUrl).hostname));

/** The names of all settings in the environment. */
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
 * `serving` also requires the settings that only a server process needs.
 * Throws a {@link SettingsError} that lists every problem without any value, because a value may be a secret.
 */
export function readSettings(environment: Environment, options: { serving: boolean }) {
  const { values, problems: fileProblems } = readSettingFiles(environment, settingNames);
  const parsed = environmentSchema.safeParse(values);
  const problems = parsed.success
    ? [...fileProblems]
    : [...fileProblems, ...parsed.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))];
  if (values.DATABASE_URL && !values.APP_SECRET && !values.APP_SECRET_FILE)
    problems.push({ name: 'APP_SECRET', message: 'is required with DATABASE_URL' });
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    problems.push({ name: 'DATABASE_READ_URL', message: 'requires DATABASE_URL, whose replica it is' });
  if (values.DATABASE_NODES && !values.DATABASE_URL)
    problems.push({ name: 'DATABASE_NODES', message: 'requires DATABASE_URL, the coordinator of those nodes' });
  if (values.DATABASE_NODES && values.DATABASE_READ_URL)
    problems.push({ name: 'DATABASE_NODES', message: 'cannot be combined with DATABASE_READ_URL' });
  problems.push(...stripeProblems(values));
  const servedPort = values.PORT ?? '3000';
  if (values.METRICS_PORT === servedPort && servedPort !== '0')
    problems.push({ name: 'METRICS_PORT', message: 'must differ from PORT, which is public' });
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
    databaseNodes: env.DATABASE_NODES ?? [],
    readUrl: env.DATABASE_READ_URL,
    maxReadLagMs: env.DATABASE_READ_MAX_LAG_SECONDS * 1000,
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
    webhookHeaderAliases: env.WEBHOOK_HEADER_ALIASES,
    trustedProxies: env.TRUST_PROXY,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    bodyBytesPerAddress: env.BODY_BYTES_PER_ADDRESS,
    explorer: env.GRAPHQL_EXPLORER,
    demo: env.DEMO,
    smtpUrl: env.SMTP_URL,
    emailFrom: env.EMAIL_FROM,
    securityContact: env.SECURITY_CONTACT,
    applePayDomainAssociation: env.APPLE_PAY_DOMAIN_ASSOCIATION,
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

/** An incomplete set of keys would take payments without reporting them; keys of two modes would take none. */
function stripeProblems(environment: Environment): { name: string; message: string }[] {
  const missing = stripeNames.filter((name) => !environment[name]);
  if (missing.length === stripeNames.length) return [];
  const problems = missing.map((name) => ({ name, message: 'is required with the other Stripe keys' }));
  const [secret, publishable] = [environment.STRIPE_SECRET_KEY, environment.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1],
  );
  if (secret && publishable && secret !== publishable) {
    const message = `is a ${publishable} key, and STRIPE_SECRET_KEY is a ${secret} key`;
    problems.push({ name: 'STRIPE_PUBLISHABLE_KEY', message });
  }
  return problems;
}

/** Stripe's keys, or null unless Stripe takes payments. */
function stripeKeys(env: z.output<typeof environmentSchema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret, apiUrl } : null;
}

const cache = globalThis as typeof globalThis & { counterfoilSettings?: Settings };

/**
 * This process's settings, read at the first call. They are cached on `globalThis` because the production server and
 * Next's bundle load two copies of this module in one process.
 */
export function settings(): Settings {
  cache.counterfoilSettings ??= readSettings(process.env, { serving: true });
  return cache.counterfoilSettings;
}
