/** What a command says of the email that follows from it. */
import type { Settings } from '#server/platform/settings.ts';

/** Whether somebody is emailed: without a mail server the operator has to tell them. */
export const notificationWords = (who: string, { smtpUrl }: Pick<Settings, 'smtpUrl'>): string =>
  smtpUrl === undefined
    ? `No email is sent without a mail server; the ${who} reads it in the dashboard.`
    : `The ${who} gets an email.`;
