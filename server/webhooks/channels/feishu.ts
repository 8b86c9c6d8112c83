/** Feishu's (Lark's) custom bots: a card of plain text, signed if the bot requires it. */
import { createHmac } from 'node:crypto';
import type { Notice } from './notice.ts';

const templates: Readonly<Record<Notice['tone'], string>> = { good: 'green', bad: 'red', neutral: 'blue' };

const plain = (content: string) => ({ tag: 'plain_text', content });

/** The request's body. A bot accepts a signature for an hour, so each attempt signs again. */
export const feishuMessage = ({ title, tone, facts, orderUrl }: Notice, secret: string | null, now: Date) => ({
  ...(secret !== null && signatureOf(secret, now)),
  msg_type: 'interactive',
  card: {
    config: { wide_screen_mode: true },
    header: { template: templates[tone], title: plain(title) },
    elements: [
      { tag: 'div', text: plain(facts.map(([label, value]) => `${label}: ${value}`).join('\n')) },
      ...(orderUrl === null
        ? []
        : [
            {
              tag: 'action',
              actions: [{ tag: 'button', text: plain('Open the order'), type: 'default', url: orderUrl }],
            },
          ]),
    ],
  },
});

/** Feishu's signature: an HMAC of nothing, with the time in seconds and the secret as key. */
function signatureOf(secret: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}
