/** The table of contents of the documentation. */
import type { ContentsGroup } from '#components/docs/contents.tsx';
import { resources } from '#server/docs/endpoints.ts';

/** The guide's sections, in their order. */
export const guideSections = [
  ['quick-start', 'First signed call'],
  ['signing', 'Signing a request'],
  ['authentication', 'Authentication'],
  ['environments', 'Environments'],
  ['envelope', 'Requests and responses'],
  ['errors', 'Errors and retries'],
  ['idempotency', 'Idempotency'],
  ['rate-limits', 'Rate limits'],
  ['identifiers', 'Identifiers'],
  ['money', 'Money'],
  ['webhooks', 'Receiving webhooks'],
  ['test-cards', 'Test cards'],
  ['graphql', 'GraphQL'],
  ['resources', 'Endpoints'],
] as const;

/** The sections of the page on webhooks, in their order. */
const webhookSections = [
  ['receiving', 'What arrives'],
  ['verifying', 'Verifying the signature'],
  ['keys', 'Keys'],
  ['events', 'Events'],
  ['retries', 'Retries and order'],
  ['chats', 'Chats'],
  ['trying', 'Trying it out'],
] as const;

/** The guide, the page on webhooks, then the resources with their endpoints. */
export const docsContents = (): ContentsGroup[] => [
  { title: 'Guide', href: '/docs', entries: guideSections.map(([id, title]) => ({ title, href: `/docs#${id}` })) },
  {
    title: 'Webhooks',
    href: '/docs/webhooks',
    entries: webhookSections.map(([id, title]) => ({ title, href: `/docs/webhooks#${id}` })),
  },
  ...resources().map(({ name, title, endpoints }) => ({
    title,
    href: `/docs/${name}`,
    entries: endpoints.map(({ verb, action }) => ({
      title: verb,
      href: `/docs/${name}#${verb}`,
      about: action.docs.summary,
    })),
  })),
];
