/** The text of /llms.txt: an index of the documentation for language models. (llmstxt.org) */
import { callerTitles, resources } from './endpoints.ts';
import { guides } from './guides/index.ts';

/** The document with absolute links to this server. */
export function llmsText(baseUrl: string): string {
  const link = (title: string, path: string, about: string) => `- [${title}](${baseUrl}${path}): ${about}`;
  return [
    '# Counterfoil',
    '',
    '> Self-hosted commerce: sell one-time products and subscriptions from your own server, with a hosted checkout, a customer portal, webhooks and a GraphQL API.',
    '',
    'Actions are `POST /v1/actions/<resource>/<action>` requests with a JSON object as the body. A response contains `data`, or `errors` with a `message`. Backends sign requests with an RSA key (`X-Merchant-Id`, `X-Timestamp`, `X-Signature`). The environments are `test` and `prod`.',
    '',
    '## Documentation',
    '',
    link(
      'Overview',
      '/docs',
      'quickstart, request signing, authentication, errors, idempotency, rate limits, test cards',
    ),
    link('Webhook guide', '/docs/webhooks', 'payload, signatures, event types, retries'),
    link('OpenAPI 3.1', '/v1/openapi.json', 'all endpoints, schemas, examples and errors'),
    '',
    '## Guides',
    '',
    ...guides.map(({ slug, title, summary }) => link(title, `/docs/guides/${slug}`, summary)),
    '',
    '## API reference',
    ...resources().flatMap(({ name, title, about, endpoints }) => [
      '',
      `### ${title}`,
      '',
      about,
      '',
      ...endpoints.map(({ verb, path, action, callers, isImplemented }) =>
        link(
          `POST ${path}`,
          `/docs/${name}#${verb}`,
          `${action.docs.summary}. ${isImplemented ? `Callers: ${callers.map((kind) => callerTitles[kind]).join(', ')}.` : 'Not implemented.'}`,
        ),
      ),
    ]),
    '',
  ].join('\n');
}
