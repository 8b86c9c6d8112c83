/** Queued emails go out: claimed and committed first, then handed to the mail server, then marked. */
import type { Database } from '../../db/client.ts';
import type { EmailProvider } from '../providers/email/smtp.ts';
import { claimDueEmail, markEmailSent, markEmailUnsent, type Turns } from '../queries/emails.ts';

export interface SendOptions {
  /** A long run's clock: what is queued meanwhile, and may be urgent, is due at once. Absent: `now`. */
  readonly readClock?: () => Date;
  /** Takes no further email once it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Sends every email that is due: what somebody waits for first, then of each merchant one in turn. Says how many the mail
 * server took.
 */
export async function sendEmails(
  db: Database,
  provider: EmailProvider,
  now: Date,
  { readClock = () => now, signal }: SendOptions = {},
): Promise<number> {
  const turns: Turns = { urgent: null, usual: null };
  let sent = 0;
  while (!signal?.aborted) {
    const at = readClock();
    const email = await db.transaction((tx) => claimDueEmail(tx, turns, at));
    if (!email) break;
    try {
      await provider.send(email);
    } catch (error) {
      await markEmailUnsent(db, email, error instanceof Error ? error.message : String(error));
      continue;
    }
    await markEmailSent(db, email.id, at);
    sent += 1;
  }
  return sent;
}
