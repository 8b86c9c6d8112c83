/** Which emails a store's buyers and its owner get. (commerce-api.md, "notificationSettings".) */
import type { merchantNotifications, platformNotifications } from './store.ts';

export type EmailSwitch = (typeof platformNotifications)[number];
export type NoticeSwitch = (typeof merchantNotifications)[number];

/** Whether a store sends those emails: every switch is on unless it was turned off. */
export const sendsEmail = (stored: object | null, name: EmailSwitch | NoticeSwitch): boolean =>
  (stored as Readonly<Partial<Record<string, boolean>>> | null)?.[name] !== false;
