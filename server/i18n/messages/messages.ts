import type { en } from './en.ts';
import type { enLetters } from './letters/en.ts';

export type MessageKey = keyof typeof en;

/** A language has every message. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The same of what its letters say. */
export type LetterMessages = Readonly<Record<keyof typeof enLetters, string>>;
