/** Why a payment failed, as its buyer is told. */
import { toldCode } from '../domain/declines.ts';
import type { MessageKey, Say } from '../i18n/say.ts';

/** A sentence that says what to do next. */
export const describeDecline = (code: string | null, say: Say): string =>
  say(`declines.${toldCode(code)}` satisfies MessageKey);
