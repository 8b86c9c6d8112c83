/** The full-text search index of the API documentation. */
import { webhookEventDefinition, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { type Endpoint, resources } from './endpoints.ts';
import { guides } from './guides/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { statusMeanings } from './openapi.ts';

export interface SearchEntry {
  readonly title: string;
  /** The title of the page. */
  readonly page: string;
  readonly href: string;
  readonly text: string;
}

interface Contents {
  readonly title: string;
  readonly href: string;
  readonly entries: readonly { readonly title: string; readonly href: string }[];
}

/** Words for sections whose text is not data, by path. */
const keywords: Readonly<Record<string, string>> = {
  '/docs#quick-start': 'first call example JavaScript Node.js Python PHP Go curl checkout link getting started',
  '/docs#signing': 'signature RSA-SHA256 X-Signature X-Timestamp X-Merchant-Id canonical request body hash aiHint 401',
  '/docs#authentication': 'API key store slug session token credentials headers Authorization Bearer 403',
  '/docs#environments': 'test prod live mode X-Environment publish',
  '/docs#envelope': 'data warnings errors layer X-Request-Id null JSON limit 1 MiB 64 KiB',
  '/docs#errors': `status codes retry Retry-After ${Object.values(statusMeanings).join(' ')}`,
  '/docs#idempotency': 'X-Idempotency-Key Idempotency-Replayed retry duplicate 409',
  '/docs#rate-limits': 'RateLimit RateLimit-Policy 429 requests per second burst',
  '/docs#identifiers': 'ID prefix MER STO PROD ORD PAY TKT UUID base62',
  '/docs#money': 'amount currency decimals ISO 4217 tax taxIncluded taxCategory smallest unit',
  '/docs#test-cards': '4242 4242 4242 4242 declined insufficient funds 3D Secure CVC',
  '/docs#graphql': 'query explorer schema persisted queries pagination filters',
  '/docs/webhooks#receiving': 'payload headers X-Webhook-Id X-Webhook-Event X-Webhook-Sequence eventId timestamp mode',
  '/docs/webhooks#verifying': 'signature X-Webhook-Signature X-Webhook-Key-Id secret HMAC replay receiver',
  '/docs/webhooks#keys': 'public keys JWKS PEM rotation webhook-keys',
  '/docs/webhooks#events': webhookEvents.map((name) => `${name} ${webhookEventDefinition(name).occasion}`).join(' '),
  '/docs/webhooks#retries': 'attempts order duplicates paused 410 Retry-After 10 seconds',
  '/docs/webhooks#chats': 'Discord Slack Telegram Feishu Lark',
  '/docs/webhooks#trying': 'test event chaos mode tunnel WEBHOOK_PRIVATE_ADDRESSES',
};

/** One entry for each section of the contents. */
export function searchIndex(contents: readonly Contents[]): SearchEntry[] {
  const texts = new Map([
    ...Object.entries(keywords),
    ...resources().flatMap(({ name, endpoints }) =>
      endpoints.map((endpoint): [string, string] => [`/docs/${name}#${endpoint.verb}`, textOf(endpoint)]),
    ),
  ]);
  const guideTexts = new Map(
    guides.flatMap(({ slug, steps }) => steps.map(({ title, text }) => [`${slug} ${title}`, text.join(' ')])),
  );
  return contents.flatMap(({ title: page, href: pageHref, entries }) =>
    entries.map(({ title, href }) => ({
      title,
      page,
      href,
      text: texts.get(href) ?? guideTexts.get(`${pageHref.split('/').at(-1)} ${title}`) ?? '',
    })),
  );
}

const textOf = ({ path, action, request, response, refusals }: Endpoint): string =>
  [
    `${action.docs.summary}.`,
    path,
    [...new Set([...fieldNames(request), ...fieldNames(response)])].join(' '),
    refusals
      .filter(({ source }) => source === 'endpoint')
      .map(({ message }) => message)
      .join('. '),
  ].join(' ');

function fieldNames(schema: JsonSchema): string[] {
  const nested = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ];
  return [...Object.keys(schema.properties ?? {}), ...nested.flatMap(fieldNames)];
}
