import type { en } from './en.ts';

export type MessageKey = keyof typeof en;

/** A language has every message. */
export type Messages = Readonly<Record<MessageKey, string>>;
