/** Telegram's sendMessage: the URL contains the bot's token, and the chat as a query (`?chat_id=`), or the secret does. */
import type { Notice } from './notice.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** The request's body, for the chat and topic in the URL; `secret` is the chat if the URL names none. */
export function telegramMessage(url: string, secret: string | null, { title, facts, orderUrl }: Notice) {
  const { searchParams } = new URL(url);
  const [chat, topic] = [searchParams.get('chat_id') ?? secret, Number(searchParams.get('message_thread_id'))];
  const lines = [
    `<b>${escaped(title)}</b>`,
    // Text in <code> becomes neither a link nor a mention.
    ...facts.map(([label, value]) => `${label}: <code>${escaped(value)}</code>`),
    ...(orderUrl === null ? [] : [`<a href="${escaped(orderUrl)}">Open the order</a>`]),
  ];
  return {
    ...(chat !== null && { chat_id: chat }),
    ...(Number.isSafeInteger(topic) && topic > 0 && { message_thread_id: topic }),
    text: lines.join('\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
}
