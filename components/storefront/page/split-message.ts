import type { MessageKey, Say } from '#server/i18n/say.ts';

/** Splits a message around its one value, so that the value can be a link. */
export function splitMessage(say: Say, key: MessageKey, name: string): readonly [before: string, after: string] {
  const [before = '', after = ''] = say(key, { [name]: '\u0000' }).split('\u0000', 2);
  return [before, after];
}
