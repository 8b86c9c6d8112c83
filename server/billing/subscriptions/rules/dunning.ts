/** How long a failed renewal can still be paid. (decisions.md, "Subscriptions".) */
import { addDays } from '#server/domain/billing-calendar.ts';

/** The time of the last retry, counted from the first failure. Without a payment the subscription ends then. */
export const lastRetryAt = (pastDueSince: Date, retryDays: readonly number[]): Date =>
  addDays(pastDueSince, Math.max(0, ...retryDays));

/** A late reader of the email can still see at its link how the subscription ended. */
const graceDays = 2;

/** When the payment link of a failed renewal expires. */
export const recoveryLinkEndsAt = (pastDueSince: Date, retryDays: readonly number[]): Date =>
  addDays(lastRetryAt(pastDueSince, retryDays), graceDays);

/** How long a browser session from such a link lasts: as long as a 3D Secure challenge. */
export const recoveryVisitSeconds = 60 * 60;
