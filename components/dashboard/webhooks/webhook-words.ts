/** Labels of webhook channels, events and chaos settings. */
import type { ChaosShares, WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import {
  type WebhookEvent,
  webhookEventDefinition,
  webhookEventGroups,
  webhookEvents,
} from '#server/webhooks/rules/webhook-events.ts';

interface Channel {
  readonly name: string;
  /** An example URL. */
  readonly example: string;
  readonly hint: string;
}

export const channels: Readonly<Record<WebhookChannel, Channel>> = {
  http: {
    name: 'Your server',
    example: 'https://shop.example.com/webhooks',
    hint: 'Receives signed JSON by POST. Must respond with 2xx within 10 seconds.',
  },
  discord: {
    name: 'Discord',
    example: 'https://discord.com/api/webhooks/…/…',
    hint: 'In Discord: Channel settings → Integrations → Webhooks → Copy Webhook URL.',
  },
  slack: {
    name: 'Slack',
    example: 'https://hooks.slack.com/services/T…/B…/…',
    hint: 'In Slack: your app → Incoming Webhooks → Add New Webhook to Workspace.',
  },
  telegram: {
    name: 'Telegram',
    example: 'https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>',
    hint: 'Get the token from @BotFather. chat_id is the ID of a chat with the bot, or the @name of a public channel.',
  },
  feishu: {
    name: 'Feishu',
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    hint: 'In Feishu: group Settings → Bots → Custom Bot. If signature verification is on, enter its secret below.',
  },
};

/** Selectable events by group, in the order of the API reference. */
export const eventGroups: readonly { readonly name: string; readonly events: readonly WebhookEvent[] }[] =
  webhookEventGroups.map((name) => ({
    name,
    events: webhookEvents.filter((event) => webhookEventDefinition(event).group === name),
  }));

export const chaosWords: Readonly<Record<keyof ChaosShares, { readonly name: string; readonly hint: string }>> = {
  duplicate: {
    name: 'Duplicate',
    hint: 'Sent twice with the same ID. Your handler must ignore the second one.',
  },
  delay: { name: 'Delay', hint: 'Sent 5 to 60 seconds late.' },
  reorder: { name: 'Reorder', hint: 'Held for a few seconds so that later events of the same order can overtake it.' },
  drop: { name: 'Drop', hint: 'Not sent. Logged as failed, and can be resent.' },
};

/** A percentage, rounded down so that only a complete share reads 100%. */
export const shareText = (part: number, whole: number): string =>
  `${(Math.floor((part / whole) * 1000) / 10).toLocaleString('en')}%`;

export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
