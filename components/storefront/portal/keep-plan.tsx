import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { OrderView } from '#server/storefront/portal/order-view.ts';
import { usePage } from '../page/page-context.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** Undoes a scheduled plan change. */
export function KeepPlan({ view, onDone }: { view: OrderView; onDone: () => void }) {
  const { say, refresh } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem } = useCall();
  const keep = async () => {
    if (!(await call(address(`/orders/${view.id}/keep-plan`)))) return;
    await refresh();
    onDone();
  };
  return (
    <>
      {problem && (
        <Alert tone="danger" className="basis-full">
          {problem.message}
        </Alert>
      )}
      {view.hasScheduledPlan && (
        <Button pending={isBusy} onClick={keep} className="max-w-full py-2 wrap-anywhere">
          {say('portal.plan.undo', { plan: view.productName })}
        </Button>
      )}
    </>
  );
}
