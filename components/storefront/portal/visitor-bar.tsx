import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { PortalVisitor } from '#server/storefront/portal/visitor-words.ts';
import { usePage } from '../page/page-context.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** The signed-in customer, and sign-out. */
export function VisitorBar({ visitor }: { visitor: PortalVisitor }) {
  const { say } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem } = useCall();
  const leave = async () => {
    if (!(await call(address('/leave')))) return;
    // Loads a new page, so that Back does not show the signed-in one.
    location.replace(address());
  };
  return (
    <>
      <div className="mb-6 flex items-center justify-between gap-4 border-b border-border pb-3 text-sm">
        <p className="min-w-0 break-words text-muted">{say('portal.signedInAs', { name: visitor.name })}</p>
        <Button variant="ghost" size="small" pending={isBusy} onClick={leave} className="-me-3 shrink-0">
          {say('portal.signOut')}
        </Button>
      </div>
      {problem && (
        <Alert tone="danger" className="mb-6">
          {problem.message}
        </Alert>
      )}
    </>
  );
}
