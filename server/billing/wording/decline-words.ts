/** Why a payment failed, as its buyer is told. */
import { shownCode } from '#server/domain/declines.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { MessageKey, Say } from '#server/i18n/say.ts';

/** A sentence that says what to do next. */
export const describeDecline = (code: string | null, say: Say): string =>
  say(`declines.${shownCode(code)}` satisfies MessageKey);

/** A decline as the pay step answers it: 400, with the sentence and its code (`reason`). */
export const declined = (code: string | null, say: Say): ApiError =>
  new ApiError(400, describeDecline(code, say), 'payment', { details: { reason: shownCode(code) } });
