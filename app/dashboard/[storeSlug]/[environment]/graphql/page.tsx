import { BookOpen, Maximize2 } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { ExplorerFrame } from '#components/dashboard/graphql/explorer-frame.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { settings } from '#server/platform/settings.ts';

export const metadata: Metadata = { title: 'GraphQL' };

export default async function GraphqlPage({ params }: { params: Promise<ScopeParams> }) {
  const { base, environment } = await requireScope(params, '/graphql');
  const explorer = `${base}/graphql/explorer`;
  return (
    <>
      <PageHeader
        title="GraphQL"
        description={
          <>
            Ask for exactly what you need, in {environment}, as yourself. Your backend asks the same of{' '}
            <code className="text-[0.9em] break-all">{settings().appUrl}/v1/graphql</code>, with an API key. Queries
            only: nothing can be changed here.
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
        In the editor, Tab indents: press Ctrl-M to let it move the focus again. Tabs are kept in this browser, for each
        store and environment by themselves.
      </p>
    </>
  );
}
