export const emailStatuses = ['queued', 'sent', 'failed', 'kept'] as const;
/**
 * `sent` without an SMTP server means: in the mailbox, where the operator reads it. `kept`: in the mailbox for good, as it
 * is about a test order, and to a stranger.
 */
export type EmailStatus = (typeof emailStatuses)[number];
