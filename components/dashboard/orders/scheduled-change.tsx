'use client';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface ScheduledChangeProps {
  orderId: string;
  environment: Environment;
  productName: string;
  change: { readonly plan: string; readonly href: string };
  /** When the change happens, ISO 8601. */
  at: string | undefined;
}

/** A scheduled plan change with the button that takes it back. `ChangePlan` announces that. */
export function ScheduledChange({ orderId, environment, productName, change, at }: ScheduledChangeProps) {
  const undo = useAction('subscription-order/undo-plan-change', environment);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 wrap-anywhere">
        <Link href={change.href} className="text-link underline underline-offset-2">
          {change.plan}
        </Link>
        {at && (
          <>
            {' '}
            from <Time value={at} dateOnly />
          </>
        )}
      </span>
      <ConfirmAction
        action={undo}
        body={{ orderId }}
        button={(open) => (
          <Button size="small" onClick={open}>
            Keep current plan
          </Button>
        )}
        title={`Keep ${productName}?`}
        confirmLabel="Keep current plan"
      >
        <p className="wrap-anywhere">
          This undoes the change to {change.plan}. The subscription renews with {productName}.
        </p>
      </ConfirmAction>
    </div>
  );
}
