/**
 * Every setting: its name in the environment, its type, its default and its description, by section.
 * `.env.example` and `docs/operations/configuration.md` are generated from these groups (`settings-docs.test.ts`).
 */
import { z } from 'zod';
import { readTrustedProxies, type TrustedProxies } from './client-address.ts';
import { databaseNodes, keepsSecret, postgresAddress, redisAddress, webAddress } from './setting-addresses.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const secret = z.string().min(32, 'must be at least 32 characters');
const stripeKey = (form: RegExp, message: string) => z.string().regex(form, message).optional();

/** Parses "1,3,5,7" as ascending days. */
function readRetryDays(text: string, context: z.RefinementCtx): readonly number[] {
  const days = text.split(',').map((part) => (/^\s*\d{1,2}\s*$/.test(part) ? Number(part) : Number.NaN));
  const isAscending = days.every((day, index) => day > (days[index - 1] ?? 0));
  if (isAscending && days.length <= 10) return days;
  context.addIssue({ code: 'custom', message: 'must be up to ten ascending numbers of days, such as 1,3,5,7' });
  return z.NEVER;
}

function readProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  const proxies = readTrustedProxies(text);
  if (proxies) return proxies;
  const message = 'must be off, on, the number of proxies (1 to 10), or their networks, such as 10.0.0.0/8,loopback';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A mailbox or a page; a mailbox becomes a `mailto:` address. */
function readContact(text: string, context: z.RefinementCtx): string {
  if (/^(https|mailto):\S+$/.test(text)) return text;
  if (/^[^\s@:]+@[^\s@]+$/.test(text)) return `mailto:${text}`;
  context.addIssue({ code: 'custom', message: 'must be an email address or an https address' });
  return z.NEVER;
}

const addresses = {
  APP_URL: webAddress.optional().describe('Public address of the service. Unset: `http://localhost:PORT`'),
  CHECKOUT_URL: webAddress
    .optional()
    .describe('Public address of the checkout pages, if they have their own. Unset: `APP_URL`'),
  PORT: whole(0, 65535, 3000).describe('Port to listen on. `0` takes any free port'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Address to listen on. Unset: `127.0.0.1` with the embedded database, `0.0.0.0` with `DATABASE_URL`'),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform(readProxies)
    .describe(
      'Reverse proxies whose `X-Forwarded-For` is trusted: `off`, the number of proxies (`on` means 1), or their networks, such as `10.0.0.0/8,loopback`. See docs/operations/proxies.md',
    ),
  CONNECTIONS_PER_ADDRESS: count(256).describe(
    'Maximum open connections per client address. Trusted proxies have no limit',
  ),
  BODY_BYTES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1024 * 1024)
    .default(16 * 1024 * 1024)
    .describe('Maximum bytes of request bodies in memory per client address. At least 1048576'),
};

const data = {
  DATABASE_URL: postgresAddress
    .optional()
    .describe(
      'PostgreSQL, as `postgres://user:password@host:5432/name`. Several hosts, as `…@a:5432,b:5432/name`: connections follow the one that takes writes. A Unix socket, as `…@/name?host=/run/postgresql`, saves processor time on one machine. Unset: an embedded one in `DATA_DIR`',
    ),
  DATABASE_POOL: count(20).describe('Connections for single statements, and as many again for transactions'),
  DATABASE_NODES: databaseNodes
    .optional()
    .describe(
      'Worker nodes of a Citus cluster, as `node-1:5432,node-2:5432`, with the names in `pg_dist_node`. Calls of the API, the checkout page and the portal then use the node with their merchant’s rows. User, password, database and parameters come from `DATABASE_URL`. See docs/operations/scale-out.md. Unset: all calls use `DATABASE_URL`',
    ),
  DATABASE_READ_URL: postgresAddress
    .optional()
    .describe(
      'Streaming replica of `DATABASE_URL` for GraphQL, long lists, exports and analytics. Of several hosts, one that is a standby. Unset: `DATABASE_URL`',
    ),
  DATABASE_READ_MAX_LAG_SECONDS: whole(2, 3600, 10).describe(
    'Maximum lag of that replica. While it is further behind, or away, those reads go to `DATABASE_URL`. At least 2',
  ),
  DATABASE_READ_POOL: count(10).describe(
    'Connections for those reads: this many for single statements, and as many again for transactions. A connection closes after one idle minute',
  ),
  READ_TIMEOUT_SECONDS: whole(1, 3600, 10).describe(
    'Time limit of one statement of a list, an analysis or a GraphQL query. A whole GraphQL query gets twice as long',
  ),
  DATA_DIR: z.string().min(1).default('.data').describe('Directory of the embedded database and its secrets'),
  ARCHIVE_AFTER_MONTHS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1200)
    .optional()
    .describe('Whole months after which events and ledger rows move to the schema `archive`. Unset: never'),
};

const secrets = {
  APP_SECRET: secret
    .optional()
    .describe(
      'Signs sessions and tokens and encrypts webhook keys. At least 32 characters. Required with `DATABASE_URL`; otherwise generated in `DATA_DIR`',
    ),
  APP_SECRET_PREVIOUS: secret
    .optional()
    .describe('Previous `APP_SECRET`, read by `counterfoil secret rotate` only. Remove it afterwards'),
};

const accounts = {
  SIGN_UP: z
    .enum(['open', 'invited', 'off'])
    .optional()
    .describe(
      'Who can create an account in the browser: `open` (anyone), `invited` (by a store or an operator) or `off` (`counterfoil merchant create` only). Unset: `open` on a loopback host, otherwise `invited`',
    ),
  DEMO: flag('on').describe(
    'Creates a demo merchant with a store, products and orders in an empty database. Ignored with a warning on a public host',
  ),
  SESSION_TOKEN_TTL_SECONDS: count(900).describe("Lifetime of a customer's session token"),
};

const payments = {
  STRIPE_SECRET_KEY: stripeKey(
    /^[sr]k_(test|live)_\w+$/,
    'must start with sk_test_, sk_live_, rk_test_ or rk_live_',
  ).describe(
    'Secret or restricted key of the Stripe account that takes live payments. Needs the other two keys as well. Unset: nothing can be sold in live',
  ),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(test|live)_\w+$/, 'must start with pk_test_ or pk_live_').describe(
    'Publishable key of the same account and mode. The checkout page passes it to Stripe.js',
  ),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_[\w+/=]+$/, 'must start with whsec_').describe(
    'Signing secret of the webhook endpoint `APP_URL/v1/payment-webhooks/stripe`',
  ),
  STRIPE_API_URL: webAddress
    .refine(keepsSecret, 'must be an https origin, or an http origin on this machine')
    .default('https://api.stripe.com')
    .describe("Origin of Stripe's API. Change it for a proxy or a test double only"),
  SANDBOX_IN_PROD: flag('off').describe(
    'For demonstrations: without Stripe keys the sandbox sells in live. No money moves. See docs/behavior/selling-live.md',
  ),
  APPLE_PAY_DOMAIN_ASSOCIATION: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Content of Apple Pay's domain association file, served at `/.well-known/apple-developer-merchantid-domain-association`. Usually set as `APPLE_PAY_DOMAIN_ASSOCIATION_FILE`",
    ),
  RENEWAL_RETRY_DAYS: z
    .string()
    .default('1,3,5,7')
    .transform(readRetryDays)
    .describe('Days after a failed renewal on which it is retried. After the last one the subscription is canceled'),
};

const emails = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe(
      'Mail server, as `smtp://user:password@host:587`. Unset: emails stay in the mailbox (`counterfoil emails`)',
    ),
  EMAIL_FROM: z
    .string()
    .min(3)
    .default('Counterfoil <no-reply@localhost>')
    .describe(
      "Sender of emails. Emails to buyers carry the store's name, and in live the store's own address once it is bound",
    ),
  SECURITY_CONTACT: z
    .string()
    .transform(readContact)
    .optional()
    .describe(
      "Email or https address for vulnerability reports in `/.well-known/security.txt`. Unset: `security@` at `EMAIL_FROM`'s domain",
    ),
};

const rateLimits = {
  RATE_LIMIT_API_KEY_PER_SECOND: count(100).describe('Sustained calls per second of one API key'),
  RATE_LIMIT_API_KEY_BURST: count(200).describe('Burst of one API key'),
  RATE_LIMIT_STORE_SLUG_PER_SECOND: count(20).describe('Calls per second of one client address by store slug'),
  RATE_LIMIT_PAYMENTS_PER_MINUTE: count(6).describe('Payment attempts per minute of one checkout'),
  RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE: count(10).describe(
    'Checkout sessions per minute that one client address creates by store slug',
  ),
  RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: count(240).describe('Checkout page views per minute of one client address'),
  RATE_LIMIT_DECLINES_PER_ADDRESS: count(10).describe(
    'Declined payments of one network (IPv4 /24, IPv6 /64) in ten minutes (in test: one minute). See docs/behavior/card-testing.md',
  ),
  RATE_LIMIT_DECLINES_PER_EMAIL: count(6).describe('The same limit for one email address'),
  RATE_LIMIT_DECLINES_PER_CARD: count(6).describe('The same limit for one card'),
  RATE_LIMIT_DECLINES_PER_STORE: count(20).describe(
    'Declined payments of one store after which its buyers need 3D Secure, if they are more than 30% of its attempts',
  ),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: count(10).describe('Sign-in attempts per minute of one client address'),
  RATE_LIMIT_SIGN_IN_FAILURES: count(5).describe(
    'Failed sign-ins of one account, from all addresses together, after which each further attempt has to wait',
  ),
  RATE_LIMIT_COUNTERS: z
    .enum(['memory', 'database'])
    .optional()
    .describe(
      'Where calls are counted: `memory` (each process on its own) or `database` (all processes together). Unset: `memory` with the embedded database, otherwise `database`',
    ),
  REDIS_URL: redisAddress
    .optional()
    .describe(
      'Redis or Valkey that counts instead, as `redis://user:password@host:6379/0` or `rediss://…`. While it is down, each process counts on its own',
    ),
};

const operation = {
  WEBHOOK_PRIVATE_ADDRESSES: flag('off').describe(
    'Allows webhook addresses in private networks and on this machine. Keep it off if you do not know your merchants',
  ),
  WEBHOOK_HEADER_ALIASES: flag('on').describe('Also sends webhooks with `X-Waffo-Event` and `X-Waffo-Signature`'),
  GRAPHQL_EXPLORER: z
    .enum(['on', 'off'])
    .optional()
    .describe('GraphQL explorer at `/v1/graphql`. Unset: `on` with the embedded database, otherwise `off`'),
  REQUEST_LOG: flag('on').describe(
    'Shows merchants their API calls of the last 30 days in the dashboard, without secrets and personal data',
  ),
  SHUTDOWN_DELAY_SECONDS: whole(0, 300, 0).describe(
    'Time that a stopping server keeps serving while it reports not ready. Twice the health check interval of the load balancer',
  ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of the Prometheus metrics at `/metrics`. Unset: no metrics'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that serves metrics. Choose one that only Prometheus reaches'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'Receiver of traces, as `http://collector:4318`. Unset: no traces. The OpenTelemetry library reads its other `OTEL_…` variables',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Minimum level of log lines'),
};

/** The sections of the documentation. */
export const settingGroups = {
  Addresses: addresses,
  Data: data,
  Secrets: secrets,
  Accounts: accounts,
  Payments: payments,
  Emails: emails,
  'Rate limits': rateLimits,
  Operation: operation,
};

export const environmentSchema = z.object({
  ...addresses,
  ...data,
  ...secrets,
  ...accounts,
  ...payments,
  ...emails,
  ...rateLimits,
  ...operation,
});
