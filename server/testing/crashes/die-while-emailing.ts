/**
 * Sends emails and dies by SIGKILL with one in progress. Arguments: database URL, the mail server's address, the time,
 * and where: `claimed` (nothing was sent) or `sent` (the server accepted it, and nothing was recorded).
 */
import { openDatabase } from '#db/client.ts';
import { sendEmails } from '#server/emails/send-emails.ts';
import { smtpProvider } from '#server/providers/email/smtp.ts';

const [url = '', smtpUrl = '', at = '', where] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 2 });
const mail = smtpProvider(smtpUrl, 'no-reply@example.com');

await sendEmails(
  db,
  {
    ...mail,
    async send(email) {
      if (where === 'sent') await mail.send(email);
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    },
  },
  new Date(at),
);
