/** Sends emails by SMTP with nodemailer. */
import { createTransport } from 'nodemailer';
import { observed } from '#server/platform/observe.ts';

export interface OutgoingEmail {
  /** Stable over retries, so that receivers can detect repeats. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** The plain text. */
  readonly body: string;
  readonly html: string | null;
  /** The sender's name; null: the service's. */
  readonly fromName: string | null;
  /** The sender's address; null: the service's. */
  readonly fromAddress: string | null;
  /** The address for replies; null: the sender's. */
  readonly replyTo: string | null;
}

export interface EmailProvider {
  /** Sends one email. Throws if the server does not accept it, {@link RecipientRefused} if it never will. */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}

/** The mail server permanently refuses the recipient (5xx). */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
}

/** The maximum duration of sending one email. Leases on emails last longer. */
export const maxSendMs = 120_000;

/**
 * Timeouts of each step. The idle timeout is long: some servers scan an email first, and giving up early may send it
 * twice.
 */
const limits = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** A provider for the SMTP server of the URL. `from` is the default sender. The connection is closed after `maxMs`. */
export function smtpProvider(url: string, from: string, { maxMs = maxSendMs } = {}): EmailProvider {
  const transport = createTransport({ url, ...limits });
  const service = readMailbox(from);
  return {
    async send({ id, recipient, subject, body, html, fromName, fromAddress, replyTo }) {
      const message = {
        // Passed as name and address instead of text, so that a name cannot inject another address.
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

/** The distinguishing fields of nodemailer's errors. `responseCode` and `response` come from the server. */
interface Failure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/** Whether the server permanently refused the recipient, rather than the sender or this attempt. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as Failure;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

const maxReasonLength = 300;
/** Line breaks and characters that cannot be stored. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const tooSlow: readonly unknown[] = ['ETIMEDOUT', 'EABORT'];
const connectionFailures: readonly unknown[] = ['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET'];

/**
 * The reason of a failed email, on one line, for the store's members: the mail server's own words if it answered. Other
 * errors describe the operator's machines and only go to the log.
 */
export function reasonOf(error: unknown): string {
  const failure = ((error instanceof RecipientRefused ? error.cause : error) ?? {}) as Failure;
  const { code, response, responseCode } = failure;
  if (typeof responseCode === 'number') {
    const words = typeof response === 'string' ? response.replace(breaks, ' ').trim() : '';
    return [...(words || `The mail server responded with ${responseCode}`)].slice(0, maxReasonLength).join('');
  }
  if (tooSlow.includes(code)) return 'The mail server did not respond in time';
  if (connectionFailures.includes(code)) return 'The mail server could not be reached';
  return 'The email could not be transferred to the mail server';
}

/** `Counterfoil <no-reply@example.com>`, or a bare address. */
export function readMailbox(text: string): { name: string; address: string } {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return address === undefined ? { name: '', address: text.trim() } : { name, address };
}
