'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Switch } from '#components/ui/forms/switch.tsx';
import { useAction } from '../use-action.ts';

/** In place of the verification, where the only operator is the only merchant: there is no one else to review it. */
export function SoleOperatorSwitch({ storeId, isEnabled }: { storeId: string; isEnabled: boolean }) {
  const set = useAction('operator/set-prod-enabled', 'prod');
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Let this store sell live"
        hint="You operate this service and are its only merchant, so no business details are needed."
        checked={isEnabled}
        disabled={set.isPending}
        onChange={(enabled) =>
          set.mutate({ storeId, enabled, ...(!enabled && { reason: 'Switched off by the operator' }) })
        }
      />
      {set.error && <Alert tone="danger">{set.error.message}</Alert>}
    </div>
  );
}
