import { useState } from 'react';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import type { OrderView } from '#server/storefront/portal/order-view.ts';
import { usePage } from '../page/page-context.tsx';
import { primaryEdge } from '../theme/primary-look.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { KeepPlan } from './keep-plan.tsx';
import type { CompletedAction } from './order-page.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** The actions of an order, with their confirmations. Renders nothing if there are none. */
export function ManageOrder({ view, onDone }: { view: OrderView; onDone: (action: CompletedAction) => void }) {
  const { say, refresh } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem, clear } = useCall();
  const [openedDialog, setOpenedDialog] = useState<'cancel' | 'reactivate'>();
  const { cancel, reactivate, checkoutPath, canChangeCard, canChangePlan, productName } = view;
  if (!cancel && !reactivate && !checkoutPath && !canChangeCard && !canChangePlan) return null;
  const openDialog = (action: 'cancel' | 'reactivate') => {
    clear();
    setOpenedDialog(action);
  };
  const confirm = async (action: 'cancel' | 'reactivate') => {
    if (!(await call(address(`/orders/${view.id}/${action}`)))) return;
    await refresh();
    setOpenedDialog(undefined);
    onDone(action === 'cancel' ? 'canceled' : 'reactivated');
  };
  const dialog = { isBusy, problem: problem?.message, onClose: () => setOpenedDialog(undefined) };
  const cancelLabel = say(view.productType === 'onetime' ? 'portal.cancel.actionOrder' : 'portal.cancel.action');
  return (
    <div className="flex flex-wrap gap-2 max-sm:flex-col">
      {checkoutPath && (
        <ButtonLink variant="primary" href={checkoutPath} className={primaryEdge}>
          {say('portal.order.goOnPaying')}
        </ButtonLink>
      )}
      {reactivate && (
        <Button variant="primary" onClick={() => openDialog('reactivate')} className={primaryEdge}>
          {say('portal.reactivate.action')}
        </Button>
      )}
      <KeepPlan view={view} onDone={() => onDone('kept')} />
      {canChangePlan && <ButtonLink href={address(`/orders/${view.id}/plan`)}>{say('portal.plan.change')}</ButtonLink>}
      {canChangeCard && (
        <ButtonLink href={address(`/orders/${view.id}/card`)}>{say('portal.order.changeCard')}</ButtonLink>
      )}
      {cancel && <Button onClick={() => openDialog('cancel')}>{cancelLabel}</Button>}
      <ConfirmDialog
        {...dialog}
        isOpen={openedDialog === 'cancel' && cancel !== null}
        title={say('portal.cancel.title', { product: productName })}
        confirmLabel={cancelLabel}
        keepLabel={say('portal.keep')}
        tone="danger"
        onConfirm={() => confirm('cancel')}
      >
        {cancel?.until ? (
          <>
            <p>{say('portal.cancel.atEnd', { date: cancel.until })}</p>
            <p>{say('portal.cancel.undo')}</p>
          </>
        ) : (
          <p>{say('portal.cancel.now')}</p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        isOpen={openedDialog === 'reactivate' && reactivate !== null}
        title={say('portal.reactivate.title', { product: productName })}
        confirmLabel={say('portal.reactivate.action')}
        keepLabel={say('portal.reactivate.back')}
        tone="primary"
        onConfirm={() => confirm('reactivate')}
      >
        {reactivate && <p>{say('portal.reactivate.text', { total: reactivate.total, date: reactivate.nextOn })}</p>}
      </ConfirmDialog>
    </div>
  );
}
