import { Alert } from '#components/ui/alert.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Time } from '#components/ui/time.tsx';
import type { HealthFacts } from './health.tsx';
import { countText } from './webhook-words.ts';

/** What is wrong with a webhook, and what to do; nothing where all is well, but for what has just changed. */
export function WebhookState({ facts, mayEdit }: { facts: HealthFacts; mayEdit: boolean }) {
  const { pausedAt, failingSince, waiting } = facts;
  const waits = waiting > 0 ? `${countText(waiting, 'delivery waits', 'deliveries wait')} meanwhile.` : '';
  return (
    <>
      <ChangeNote of={pausedAt ? 'paused' : 'in use'}>
        {pausedAt ? 'Nothing is sent there for now.' : 'It is in use.'}
      </ChangeNote>
      {!mayEdit && <Alert role="note">Only the store’s owner and admins can change webhooks.</Alert>}
      {pausedAt && (
        <Alert role="note" tone="warning" title="This webhook is paused">
          <p>
            {failingSince ? (
              <>
                It had failed since <Time value={failingSince} />, and rests since <Time value={pausedAt} />.
              </>
            ) : (
              <>
                Nothing is sent there since <Time value={pausedAt} />.
              </>
            )}{' '}
            {waits} {mayEdit && 'Once the receiver works, resume it: nothing it missed is lost.'}
          </p>
        </Alert>
      )}
      {failingSince && !pausedAt && (
        <Alert role="note" tone="danger" title="This webhook is failing">
          <p>
            Every try has failed since <Time value={failingSince} />. {waits} After 3 days it is paused, and the store’s
            owner told. The newest deliveries below say what is wrong.
          </p>
        </Alert>
      )}
    </>
  );
}
