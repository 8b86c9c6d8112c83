/** Discord's "Execute Webhook": one embed, and nobody is mentioned whatever it says. */
import type { Notice } from './notice.ts';

const colors: Readonly<Record<Notice['tone'], number>> = { good: 0x2e7d32, bad: 0xc62828, neutral: 0x546e7a };

/** Discord's limits; a field's value in characters of UTF-16. */
const longest = { title: 256, value: 1024 } as const;

/** What its Markdown reads as more than itself. */
const markdown = /[\\*_~`|>#[\]()<@:-]/g;
const escaped = (text: string): string => text.replace(markdown, '\\$&');

/** At most so long, without a half sign or a lone backslash at its end. */
const bounded = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\\\uD800-\uDBFF]+$/, '')}…`;

/** The request's body. */
export const discordMessage = ({ title, tone, facts, at, orderUrl }: Notice) => ({
  embeds: [
    {
      title: bounded(escaped(title), longest.title),
      ...(orderUrl !== null && { url: orderUrl }),
      color: colors[tone],
      fields: facts.map(([name, value]) => ({
        name,
        value: bounded(escaped(value), longest.value),
        inline: name !== 'Order',
      })),
      timestamp: at,
    },
  ],
  allowed_mentions: { parse: [] },
});
