/** Says things to buyers in their language: ICU messages, compiled once, the same on the server and in the page. */
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

/** By language. */
export const catalogues: Readonly<Record<Language, Messages>> = {
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

/** Gives a message in one language, with its values filled in. */
export type Say = (key: MessageKey, values?: Values) => string;

const compiled = new Map<Language, CompiledMessages>();

/** All messages of a language, compiled. */
export function compiledMessages(language: Language): CompiledMessages {
  let messages = compiled.get(language);
  if (!messages) {
    messages = Object.fromEntries(Object.entries(catalogues[language]).map(([key, text]) => [key, compile(text)]));
    compiled.set(language, messages);
  }
  return messages;
}

/** Speaks to whoever reads so. Numbers in messages are written as in the locale. */
export function sayIn({ language, locale }: Reading): Say {
  const messages = compiledMessages(language);
  return (key, values) => formatMessage(messages, locale, key, values);
}

/** Speaks to a reader: says things, and knows how they write dates and money. */
export interface Voice extends Reading {
  readonly say: Say;
}

export const voiceFor = (reading: Reading): Voice => ({ ...reading, say: sayIn(reading) });

/** For whoever's language is not known, merchants and tests among them. */
export const sayInEnglish: Say = sayIn({ language: 'en', locale: 'en' });

export const englishVoice: Voice = { language: 'en', locale: 'en', say: sayInEnglish };
