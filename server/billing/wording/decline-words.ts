/** Decline messages for the buyer. */
import { shownCode } from '#server/domain/declines.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { MessageKey, Say } from '#server/i18n/say.ts';

/** A sentence that tells the buyer what to do next. */
export const describeDecline = (code: string | null, say: Say): string =>
  say(`declines.${shownCode(code)}` satisfies MessageKey);

/** The pay step's answer to a decline: 400 with the sentence, and the decline code as `reason`. */
export const declined = (code: string | null, say: Say): ApiError =>
  new ApiError(400, describeDecline(code, say), 'payment', { details: { reason: shownCode(code) } });
