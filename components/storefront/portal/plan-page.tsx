import { clsx } from 'clsx';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import type { PlanLine, PlanView } from '#server/storefront/portal/plan-view.ts';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { BackLink } from './back-link.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** Offers the plans of a subscription's group. The next page shows what a change costs, and confirms it. */
export function PlanPage({ view }: { view: PlanView }) {
  const { say, withChoices } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem } = useCall();
  const [chosen, setChosen] = useState<string>();
  const { orderId, productName, plans } = view;
  const choose = async (productId: string) => {
    if (isBusy) return;
    setChosen(productId);
    const opened = await call<{ goTo: string }>(address(`/orders/${orderId}/plan`), { productId });
    if (opened) location.assign(withChoices(opened.goTo));
  };
  const hasOthers = plans.some(({ productId }) => productId !== null);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <BackLink href={address(`/orders/${orderId}`)}>{say('portal.backToOrder')}</BackLink>
      <h1 className="mb-1 text-2xl font-semibold tracking-tight">{say('portal.plan.choose')}</h1>
      <p className="mb-5 break-words text-muted">
        <bdi>{productName}</bdi>
      </p>
      {problem && (
        <Alert tone="danger" className="mb-5">
          {problem.message}
        </Alert>
      )}
      <WithoutScript>
        <Alert tone="warning" className="mb-5">
          {say('portal.needsJavaScript')}
        </Alert>
      </WithoutScript>
      <Sheet className="overflow-hidden p-0! sm:p-0!">
        <ul className="divide-y divide-border">
          {plans.map((plan) => (
            <Plan
              key={plan.productId ?? 'current'}
              plan={plan}
              isBusy={isBusy && chosen === plan.productId}
              onChoose={choose}
            />
          ))}
        </ul>
        {!hasOthers && <p className="border-t border-border px-5 py-4 text-muted sm:px-7">{say('portal.plan.none')}</p>}
      </Sheet>
    </div>
  );
}

interface PlanProps {
  plan: PlanLine;
  isBusy: boolean;
  onChoose: (productId: string) => void;
}

function Plan({ plan: { productId, name, price, note }, isBusy, onChoose }: PlanProps) {
  const { say } = usePage();
  const isCurrent = productId === null;
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-7',
        isCurrent && 'bg-sunken',
      )}
    >
      <div className="flex min-w-0 flex-col items-start gap-1">
        <bdi className="max-w-full font-medium break-words">{name}</bdi>
        <span className="text-sm tabular-nums">{price}</span>
        {note && !isCurrent && <span className="max-w-full text-sm break-words text-muted">{note}</span>}
      </div>
      {isCurrent ? (
        <Badge tone="info">{note}</Badge>
      ) : (
        <Button
          pending={isBusy}
          onClick={() => onChoose(productId)}
          className="max-w-full py-2 wrap-anywhere max-sm:w-full"
        >
          {say('portal.plan.chooseThis', { plan: name })}
        </Button>
      )}
    </li>
  );
}
