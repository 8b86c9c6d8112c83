/** A command's message about the email that it causes. */
import type { Settings } from '#server/platform/settings.ts';

/** Says whether an email is sent. Without a mail server the operator has to inform the person. */
export const notificationWords = (recipient: string, { smtpUrl }: Pick<Settings, 'smtpUrl'>): string =>
  smtpUrl === undefined
    ? `No email is sent without a mail server; the ${recipient} reads it in the dashboard.`
    : `The ${recipient} gets an email.`;
