/** Sends emails by SMTP, with nodemailer. */
import { createTransport } from 'nodemailer';

export interface OutgoingEmail {
  /** Stable over retries, so that a receiver can tell a repeat. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export interface EmailProvider {
  /** Hands one email over; throws when the server would not take it. */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}

/** A provider on the server that the address names, sending as `from`. */
export function smtpProvider(url: string, from: string): EmailProvider {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 });
  return {
    async send({ id, recipient, subject, body }) {
      await transport.sendMail({ from, to: recipient, subject, text: body, messageId: `<${id}@counterfoil>` });
    },
    close: () => transport.close(),
  };
}

/** Where there is no mail server: the row itself is the mailbox, and there is nothing more to do. */
export const mailboxProvider = (): EmailProvider => ({ send: async () => {}, close: () => {} });
