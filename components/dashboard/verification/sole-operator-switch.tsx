'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Switch } from '#components/ui/forms/switch.tsx';
import { useAction } from '../use-action.ts';

/** Replaces the verification if the only operator is also the only merchant. */
export function SoleOperatorSwitch({ storeId, isEnabled }: { storeId: string; isEnabled: boolean }) {
  const set = useAction('operator/set-prod-enabled', 'prod');
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Accept live payments"
        hint="You operate this server and are its only merchant, so no verification is needed."
        checked={isEnabled}
        disabled={set.isPending}
        onChange={(enabled) =>
          set.mutate({ storeId, enabled, ...(!enabled && { reason: 'Turned off by the operator' }) })
        }
      />
      {set.error && <Alert tone="danger">{set.error.message}</Alert>}
    </div>
  );
}
