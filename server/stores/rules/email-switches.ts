/** The email settings of a store, for its buyers and its owner. (commerce-api.md, "notificationSettings".) */
import type { merchantNotifications, platformNotifications } from './store.ts';

export type EmailSwitch = (typeof platformNotifications)[number];
export type NoticeSwitch = (typeof merchantNotifications)[number];

/** Whether a store sends an email: every setting is on unless it was turned off. */
export const sendsEmail = (stored: object | null, name: EmailSwitch | NoticeSwitch): boolean =>
  (stored as Readonly<Partial<Record<string, boolean>>> | null)?.[name] !== false;
