/** Slack's incoming webhooks: blocks of plain text, and a text for notifications. */
import type { Notice } from './notice.ts';

/** The characters with a meaning in Slack's texts, which could otherwise mention a channel. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

const plain = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false });

/** The request's body. */
export const slackMessage = ({ title, facts, orderUrl }: Notice) => ({
  text: [title, ...facts.slice(0, 3).map(([, value]) => value)].map(escaped).join(' · '),
  // Names from others must not become links, mentions or channels.
  parse: 'none',
  link_names: false,
  unfurl_links: false,
  unfurl_media: false,
  blocks: [
    { type: 'header', text: plain(title) },
    { type: 'section', fields: facts.map(([label, value]) => plain(`${label}\n${value}`)) },
    ...(orderUrl === null
      ? []
      : [{ type: 'section', text: { type: 'mrkdwn', text: `<${escaped(orderUrl)}|Open the order>`, verbatim: true } }]),
  ],
});
