/** Queued emails go out: claimed and committed first, then handed to the mail server, then marked. */
import type { Database } from '../../db/client.ts';
import type { EmailProvider } from '../providers/email/smtp.ts';
import { claimDueEmail, markEmailSent, markEmailUnsent } from '../queries/emails.ts';

/** Sends every email that is due at `now`; says how many the mail server took. */
export async function sendEmails(db: Database, provider: EmailProvider, now: Date): Promise<number> {
  let sent = 0;
  for (;;) {
    const email = await db.transaction((tx) => claimDueEmail(tx, now));
    if (!email) return sent;
    try {
      await provider.send(email);
    } catch (error) {
      await markEmailUnsent(db, email, error instanceof Error ? error.message : String(error));
      continue;
    }
    await markEmailSent(db, email.id, now);
    sent += 1;
  }
}
