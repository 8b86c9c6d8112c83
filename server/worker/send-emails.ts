/** Queued emails go out: claimed and committed first, then handed to the mail server, then marked. */
import type { Database } from '#db/client.ts';
import { findEnvelope } from '#server/emails/email-envelopes.ts';
import { renderEmail } from '#server/emails/render.ts';
import { claimDueEmail, markEmailSent, markEmailUnsent, type Turns } from '#server/events/data/email-claims.ts';
import type { Email } from '#server/events/data/emails.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { type EmailProvider, RecipientRefused, reasonOf } from '#server/providers/email/smtp.ts';

export interface SendOptions {
  /** A long run's clock: what is queued meanwhile, and may be urgent, is due at once. Absent: `now`. */
  readonly readClock?: () => Date;
  /** Takes no further email once it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Sends every email that is due: what somebody waits for first, then of each merchant one in turn. Says how many the mail
 * server took; without one, how many are in the mailbox now. A worker that dies after the server has taken one and before that is marked leaves it to be sent again,
 * under the same Message-ID.
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
    const html = await makeHtml(email);
    const envelope = await findEnvelope(db, email, settings().emailFrom);
    try {
      await provider.send({ ...email, html, ...envelope });
    } catch (error) {
      log().warn({ email: email.id, attempt: email.attempts, ...describeFailure(error) }, 'email not sent');
      const isRefusing = error instanceof RecipientRefused;
      await markEmailUnsent(db, email, { reason: reasonOf(error), isRefusing }, readClock());
      continue;
    }
    await markEmailSent(db, email, { html, isMailbox: provider.isMailbox === true }, readClock());
    sent += 1;
  }
  return sent;
}

/** Its HTML; null where there is none. An email that can only be sent as plain text is sent as plain text. */
async function makeHtml({ id, content }: Email): Promise<string | null> {
  try {
    return content && (await renderEmail(content));
  } catch (error) {
    log().error({ email: id, ...describeFailure(error) }, 'email goes out as plain text only');
    return null;
  }
}
