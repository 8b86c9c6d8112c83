/** Which emails a store's buyers get. (commerce-api.md, "notificationSettings".) */
import type { platformNotifications } from './store.ts';

export type EmailSwitch = (typeof platformNotifications)[number];

/** Whether a store sends those emails: every switch is on unless it was turned off. */
export const sendsEmail = (stored: object | null, name: EmailSwitch): boolean =>
  (stored as Readonly<Partial<Record<EmailSwitch, boolean>>> | null)?.[name] !== false;
