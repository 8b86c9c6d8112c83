/** Discord's "Execute Webhook": one embed, without mentions. */
import type { Notice } from './notice.ts';

const colors: Readonly<Record<Notice['tone'], number>> = { good: 0x2e7d32, bad: 0xc62828, neutral: 0x546e7a };

/** Discord's limits, in UTF-16 code units. */
const maxLengths = { title: 256, value: 1024 } as const;

/** Characters with a meaning in Discord's Markdown. */
const markdown = /[\\*_~`|>#[\]()<@:-]/g;
const escaped = (text: string): string => text.replace(markdown, '\\$&');

/** Truncates a text without cutting a surrogate pair or an escape. */
const truncated = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\\\uD800-\uDBFF]+$/, '')}…`;

/** The request's body. */
export const discordMessage = ({ title, tone, facts, at, orderUrl }: Notice) => ({
  embeds: [
    {
      title: truncated(escaped(title), maxLengths.title),
      ...(orderUrl !== null && { url: orderUrl }),
      color: colors[tone],
      fields: facts.map(([name, value]) => ({
        name,
        value: truncated(escaped(value), maxLengths.value),
        inline: name !== 'Order',
      })),
      timestamp: at,
    },
  ],
  allowed_mentions: { parse: [] },
});
