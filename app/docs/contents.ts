/** Table of contents of the API documentation. */
import type { ContentsGroup } from '#components/docs/contents.tsx';
import { resources } from '#server/docs/endpoints.ts';
import { guides } from '#server/docs/guides/index.ts';

/** Sections of the overview page. */
export const guideSections = [
  ['quick-start', 'Quickstart'],
  ['guides', 'Guides'],
  ['signing', 'Request signing'],
  ['authentication', 'Authentication'],
  ['environments', 'Environments'],
  ['envelope', 'Requests and responses'],
  ['errors', 'Errors and retries'],
  ['idempotency', 'Idempotency'],
  ['rate-limits', 'Rate limits'],
  ['identifiers', 'Identifiers'],
  ['money', 'Money'],
  ['webhooks', 'Webhooks'],
  ['test-cards', 'Test cards'],
  ['graphql', 'GraphQL'],
  ['resources', 'API reference'],
] as const;

/** Sections of the webhook guide. */
const webhookSections = [
  ['receiving', 'Payload'],
  ['verifying', 'Verify signatures'],
  ['keys', 'Public keys'],
  ['events', 'Event types'],
  ['retries', 'Retries and ordering'],
  ['chats', 'Chat channels'],
  ['trying', 'Testing'],
] as const;

/** Contents: the overview, the guides, the webhook guide, then resources with their endpoints. */
export const docsContents = (): ContentsGroup[] => [
  { title: 'Overview', href: '/docs', entries: guideSections.map(([id, title]) => ({ title, href: `/docs#${id}` })) },
  ...guides.map(({ slug, title, steps }, index) => ({
    title,
    ...(index === 0 && { section: 'Guides' }),
    href: `/docs/guides/${slug}`,
    entries: steps.map((step) => ({
      title: step.title,
      href: `/docs/guides/${slug}#${stepId(step.title)}`,
    })),
  })),
  {
    title: 'Webhook guide',
    href: '/docs/webhooks',
    entries: webhookSections.map(([id, title]) => ({ title, href: `/docs/webhooks#${id}` })),
  },
  ...resources().map(({ name, title, endpoints }, index) => ({
    title,
    ...(index === 0 && { section: 'API reference' }),
    href: `/docs/${name}`,
    entries: endpoints.map(({ verb }) => ({
      title: verb,
      href: `/docs/${name}#${verb}`,
    })),
  })),
];

/** The anchor of a guide's step. */
export const stepId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
