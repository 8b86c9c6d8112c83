/** Messages for buyers in their language: ICU messages, compiled once, the same on the server and in the browser. */
import compile from 'icu-minify/compile';
import { type CompiledMessages, formatMessage, type Values } from './format.ts';
import type { Language, Reading } from './languages.ts';
import { ar } from './messages/ar.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';
import { ja } from './messages/ja.ts';
import type { MessageKey, Messages } from './messages/messages.ts';
import { ptBR } from './messages/pt-br.ts';
import { zhHans } from './messages/zh-hans.ts';

export type { MessageKey } from './messages/messages.ts';

export const catalogs: Readonly<Record<Language, Messages>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  it,
  ja,
  'zh-Hans': zhHans,
  ar,
};

/** Returns a message in one language with its values filled in. */
export type Say = (key: MessageKey, values?: Values) => string;

const compiled = new Map<Language, CompiledMessages>();

/** All compiled messages of a language. */
export function compiledMessages(language: Language): CompiledMessages {
  let messages = compiled.get(language);
  if (!messages) {
    messages = Object.fromEntries(Object.entries(catalogs[language]).map(([key, text]) => [key, compile(text)]));
    compiled.set(language, messages);
  }
  return messages;
}

/** Returns the message function for a reader. Numbers follow the locale. */
export function sayIn({ language, locale }: Reading): Say {
  const messages = compiledMessages(language);
  return (key, values) => formatMessage(messages, locale, key, values);
}

/** A message function with the reader's language and locale, for dates and amounts. */
export interface Voice extends Reading {
  readonly say: Say;
}

export const voiceFor = (reading: Reading): Voice => ({ ...reading, say: sayIn(reading) });

/** For readers whose language is unknown, such as merchants. */
export const sayInEnglish: Say = sayIn({ language: 'en', locale: 'en' });

export const englishVoice: Voice = { language: 'en', locale: 'en', say: sayInEnglish };
