/** The emails of events that trigger one of several. */
import type { OrderEmailTrigger } from '#server/emails/email-triggers.ts';

type Data = Readonly<Record<string, unknown>>;

/** The first payment after a trial says where it came from; a late one has a recovery beside it, which is emailed. */
export function activationEmail({ from }: Data): OrderEmailTrigger | undefined {
  if (from === undefined) return 'began';
  return from === 'past_due' ? undefined : 'charged';
}

export function reminderEmail({ emailsBuyer, of }: Data): OrderEmailTrigger | undefined {
  if (emailsBuyer !== true) return undefined;
  return of === 'trial_end' ? 'trial_ending' : 'upcoming_charge';
}
