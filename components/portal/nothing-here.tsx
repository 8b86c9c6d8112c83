import { SearchX } from 'lucide-react';
import { usePage } from '../hosted/page-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePortalPath } from './use-portal-path.ts';

/** An address that leads nowhere, or to what is somebody else's. */
export function NothingHere({ isSignedIn }: { isSignedIn: boolean }) {
  const { say, page } = usePage();
  const portal = usePortalPath();
  return (
    <>
      <h1 className="sr-only">{say('portal.notFound.title')}</h1>
      <EmptyState icon={SearchX} title={say('portal.notFound.title')}>
        <p>{say(page.store ? 'portal.notFound.text' : 'portal.notFound.noStore')}</p>
        {isSignedIn && (
          <a className="mt-2 inline-flex min-h-11 items-center text-link underline underline-offset-2" href={portal}>
            {say('portal.back')}
          </a>
        )}
      </EmptyState>
    </>
  );
}
