/** Telegram's sendMessage: the address holds the bot's token and, as a query, the chat (`?chat_id=`). */
import type { Notice } from './notice.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** The request's body, for the chat and the topic in it that the address names. */
export function telegramMessage(url: string, { title, facts, orderUrl }: Notice) {
  const { searchParams } = new URL(url);
  const [chat, topic] = [searchParams.get('chat_id'), Number(searchParams.get('message_thread_id'))];
  const lines = [
    `<b>${escaped(title)}</b>`,
    // What stands in <code> is no link and no mention.
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
