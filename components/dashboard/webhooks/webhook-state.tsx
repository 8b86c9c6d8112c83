import { Alert } from '#components/ui/alert.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Time } from '#components/ui/time.tsx';
import type { HealthFacts } from './health.tsx';
import { countText } from './webhook-words.ts';

/** Alerts for a paused or failing webhook, and an announcement when its state changes. */
export function WebhookState({ facts, mayEdit }: { facts: HealthFacts; mayEdit: boolean }) {
  const { pausedAt, failingSince, waiting } = facts;
  const pending = waiting > 0 ? `${countText(waiting, 'delivery is', 'deliveries are')} pending.` : '';
  return (
    <>
      <ChangeNote of={pausedAt ? 'paused' : 'in use'}>{pausedAt ? 'Webhook paused.' : 'Webhook resumed.'}</ChangeNote>
      {!mayEdit && <Alert role="note">Only the store owner and admins can edit webhooks.</Alert>}
      {pausedAt && (
        <Alert role="note" tone="warning" title="This webhook is paused">
          <p>
            {failingSince ? (
              <>
                Deliveries began to fail on <Time value={failingSince} />. Paused since <Time value={pausedAt} />.
              </>
            ) : (
              <>
                Paused since <Time value={pausedAt} />.
              </>
            )}{' '}
            {pending} {mayEdit && 'Resume it when the receiver is ready. No events are lost.'}
          </p>
        </Alert>
      )}
      {failingSince && !pausedAt && (
        <Alert role="note" tone="danger" title="This webhook is failing">
          <p>
            All deliveries have failed since <Time value={failingSince} />. {pending} After 3 days the webhook is paused
            and the store owner is notified. See the latest deliveries below for the error.
          </p>
        </Alert>
      )}
    </>
  );
}
