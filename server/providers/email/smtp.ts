/** Sends emails by SMTP, with nodemailer. */
import { createTransport } from 'nodemailer';
import { observed } from '#server/platform/observe.ts';

export interface OutgoingEmail {
  /** Stable over retries, so that a receiver can tell a repeat. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** The plain text. */
  readonly body: string;
  readonly html: string | null;
  /** In whose name it comes; null: the service's. */
  readonly fromName: string | null;
  /** From which address; null: the service's. */
  readonly fromAddress: string | null;
  /** Who reads the answers; null: whoever reads those to the sender. */
  readonly replyTo: string | null;
}

export interface EmailProvider {
  /** Whether there is no mail server, so that nothing leaves this machine. */
  readonly isMailbox?: boolean;
  /** Hands one email over; throws when the server would not take it, {@link RecipientRefused} where it never will. */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}

/** The mail server says for good (5xx) that it delivers nothing to that address. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
}

/** The longest that handing one email over may take in all: whoever has it in hand holds it for longer than that. */
export const maxSendMs = 120_000;

/** How long each step may take. Idle time is the server's to look an email over: who gives up then may send it twice. */
const limits = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/**
 * A provider on the server that the address names, sending as `from` where an email does not say otherwise. After
 * `maxMs` its connection is closed, whatever the server is at.
 */
export function smtpProvider(url: string, from: string, { maxMs = maxSendMs } = {}): EmailProvider {
  const transport = createTransport({ url, ...limits });
  const service = readMailbox(from);
  return {
    async send({ id, recipient, subject, body, html, fromName, fromAddress, replyTo }) {
      const message = {
        // As names and addresses, never as one text: whatever a name holds, it stays one.
        from: { name: fromName ?? service.name, address: fromAddress ?? service.address },
        to: { name: '', address: recipient },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        ...(html && { html }),
        messageId: `<${id}@counterfoil>`,
      };
      const signal = AbortSignal.timeout(maxMs);
      await observed('call', 'email', () => transport.sendMail({ ...message, signal })).catch((error: unknown) => {
        throw isRefusal(error) ? new RecipientRefused(error.message, { cause: error }) : error;
      });
    },
    close: () => transport.close(),
  };
}

/** What tells nodemailer's errors apart. A `responseCode` is the server's, and only with one is `response`. */
interface Failure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/** Whether the server refused the one recipient for good, and not, say, the sender or this moment. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as Failure;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

const maxReasonLength = 300;
/** What ends a line or cannot be stored. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const tooSlow: readonly unknown[] = ['ETIMEDOUT', 'EABORT'];
const outOfReach: readonly unknown[] = ['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET'];

/**
 * Why an email was not handed over, on one line, as the store's people may read it: the mail server's own words, where it
 * gave any. What else an error says is about the machines of whoever runs this service, and for the log.
 */
export function reasonOf(error: unknown): string {
  const failure = ((error instanceof RecipientRefused ? error.cause : error) ?? {}) as Failure;
  const { code, response, responseCode } = failure;
  if (typeof responseCode === 'number') {
    const words = typeof response === 'string' ? response.replace(breaks, ' ').trim() : '';
    return [...(words || `The mail server answered ${responseCode}`)].slice(0, maxReasonLength).join('');
  }
  if (tooSlow.includes(code)) return 'The mail server took too long';
  if (outOfReach.includes(code)) return 'The mail server could not be reached';
  return 'The email could not be handed to the mail server';
}

/** `Counterfoil <no-reply@example.com>`, or an address alone. */
export function readMailbox(text: string): { name: string; address: string } {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return address === undefined ? { name: '', address: text.trim() } : { name, address };
}

/** Where there is no mail server: the row itself is the mailbox, and there is nothing more to do. */
export const mailboxProvider = (): EmailProvider => ({ isMailbox: true, send: async () => {}, close: () => {} });
