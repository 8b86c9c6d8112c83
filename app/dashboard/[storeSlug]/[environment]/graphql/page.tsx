import { BookOpen, Maximize2 } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { ExplorerFrame } from '#components/dashboard/graphql/explorer-frame.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { settings } from '#server/platform/settings.ts';

export const metadata: Metadata = { title: 'GraphQL' };

export default async function GraphqlPage({ params }: StorePageProps) {
  const { base, environment } = await requireScope(params, '/graphql');
  const explorer = `${base}/graphql/explorer`;
  return (
    <>
      <PageHeader
        title="GraphQL"
        description={
          <>
            Query your {environment === 'prod' ? 'live' : 'test'} data with your own account. Your backend can send the
            same queries to <code className="text-[0.9em] break-all">{settings().appUrl}/v1/graphql</code> with an API
            key. Queries are read-only.
          </>
        }
        actions={
          <>
            <ButtonLink href="/docs" variant="ghost">
              <BookOpen className="size-4" aria-hidden />
              Documentation
            </ButtonLink>
            <ButtonLink href={explorer} prefetch={false} target="_blank">
              <Maximize2 className="size-4" aria-hidden />
              Full page<span className="sr-only"> (opens a new tab)</span>
            </ButtonLink>
          </>
        }
      />
      <ExplorerFrame src={explorer} />
      <p className="mt-3 text-sm text-muted">
        In the editor, Tab indents. Press Ctrl-M to use Tab for navigation. Query tabs are saved in this browser,
        separately for each store and mode.
      </p>
    </>
  );
}
