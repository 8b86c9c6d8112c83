export const emailStatuses = ['queued', 'sent', 'failed'] as const;
/** `sent` without an SMTP server means: in the mailbox, where the operator reads it. */
export type EmailStatus = (typeof emailStatuses)[number];
