/** Sends queued emails: claims and commits first, then calls the mail server, then marks them. */
import type { Database } from '#db/client.ts';
import { claimDueEmail, type LastServed, markEmailSent, markEmailUnsent } from '#server/events/data/email-claims.ts';
import type { Email } from '#server/events/data/emails.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { type EmailProvider, RecipientRefused, reasonOf } from '#server/providers/email/smtp.ts';
import { findEnvelope } from './email-envelopes.ts';
import { renderEmail } from './render.ts';

export interface SendOptions {
  /** The clock of a long run, so that emails queued meanwhile are sent in order of urgency. Absent: `now`. */
  readonly readClock?: () => Date;
  /** Claims no further email once it aborts. */
  readonly signal?: AbortSignal;
}

/**
 * Sends every due email: urgent ones first, then one of each merchant in turn. Returns how many the mail server accepted. An
 * email that was accepted when the worker died is sent again under the same Message-ID.
 */
export async function sendEmails(
  db: Database,
  provider: EmailProvider,
  now: Date,
  { readClock = () => now, signal }: SendOptions = {},
): Promise<number> {
  const lastServed: LastServed = { urgent: null, usual: null };
  let sent = 0;
  while (!signal?.aborted) {
    const at = readClock();
    const email = await claimDueEmail(db, lastServed, at);
    if (!email) break;
    const html = await makeHtml(email);
    const envelope = await findEnvelope(db, email, settings().emailFrom);
    try {
      await provider.send({ ...email, html, ...envelope });
    } catch (error) {
      log().warn({ email: email.id, attempt: email.attempts, ...describeFailure(error) }, 'could not send an email');
      const isRefusing = error instanceof RecipientRefused;
      await markEmailUnsent(db, email, { reason: reasonOf(error), isRefusing }, readClock());
      continue;
    }
    await markEmailSent(db, email, html, readClock());
    sent += 1;
  }
  return sent;
}

/** The email's HTML; null if there is none or it cannot be rendered, in which case plain text is sent. */
async function makeHtml({ id, content }: Email): Promise<string | null> {
  try {
    return content && (await renderEmail(content));
  } catch (error) {
    log().error({ email: id, ...describeFailure(error) }, 'could not render an email; it is sent as plain text');
    return null;
  }
}
