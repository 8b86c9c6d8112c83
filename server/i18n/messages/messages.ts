import type { enCheckout } from './checkout/en.ts';
import type { enEmails } from './emails/en.ts';
import type { en } from './en.ts';
import type { enPortal } from './portal/en.ts';
import type { enReceipts } from './receipts/en.ts';

export type MessageKey = keyof typeof en;

/** The messages of one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The messages of one area. */
export type CheckoutMessages = Readonly<Record<keyof typeof enCheckout, string>>;
export type PortalMessages = Readonly<Record<keyof typeof enPortal, string>>;
export type ReceiptMessages = Readonly<Record<keyof typeof enReceipts, string>>;
export type EmailMessages = Readonly<Record<keyof typeof enEmails, string>>;
