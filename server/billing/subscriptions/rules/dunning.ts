/** How long a renewal that failed can still be paid. (decisions.md, "Subscriptions".) */
import { addDays } from '#server/domain/billing-calendar.ts';

/** When the last retry falls, counted from the charge that failed first: unless it is paid by then, it ends. */
export const lastRetryAt = (pastDueSince: Date, retryDays: readonly number[]): Date =>
  addDays(pastDueSince, Math.max(0, ...retryDays));

/** Whoever reads an email late still learns at its link how things have ended. */
const graceDays = 2;

/** Until when the link works that pays a renewal which failed. */
export const fixLinkEndsAt = (pastDueSince: Date, retryDays: readonly number[]): Date =>
  addDays(lastRetryAt(pastDueSince, retryDays), graceDays);

/** How long a browser that opened such a link may go on with it: as long as a bank's question is waited for. */
export const fixVisitSeconds = 60 * 60;
