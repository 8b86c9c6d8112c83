/** What the dashboard calls channels and events. */
import type { ChaosShares, WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';

interface Channel {
  readonly name: string;
  /** What its address looks like. */
  readonly example: string;
  readonly hint: string;
}

export const channels: Readonly<Record<WebhookChannel, Channel>> = {
  http: {
    name: 'Your server',
    example: 'https://shop.example.com/webhooks',
    hint: 'Gets the event as signed JSON, by POST. It has to answer 2xx within 10 seconds.',
  },
  discord: {
    name: 'Discord',
    example: 'https://discord.com/api/webhooks/…/…',
    hint: 'In Discord: the channel’s settings, Integrations, Webhooks, Copy webhook URL.',
  },
  slack: {
    name: 'Slack',
    example: 'https://hooks.slack.com/services/T…/B…/…',
    hint: 'In Slack: your app’s Incoming Webhooks, Add new webhook to workspace.',
  },
  telegram: {
    name: 'Telegram',
    example: 'https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>',
    hint: 'The token is from @BotFather. chat_id is the number of the chat that the bot is in, or @name of a public channel.',
  },
  feishu: {
    name: 'Feishu',
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    hint: 'In Feishu: the group’s settings, Bots, Custom bot. With signature verification on, its secret goes below.',
  },
};

/** The events that are sent, in the order of a purchase. The API also takes those of plan changes, which do not happen yet. */
export const eventGroups: readonly { readonly name: string; readonly events: readonly WebhookEvent[] }[] = [
  { name: 'Orders', events: ['order.completed'] },
  {
    name: 'Subscriptions',
    events: [
      'subscription.activated',
      'subscription.payment_succeeded',
      'subscription.renewed',
      'subscription.past_due',
      'subscription.recovered',
      'subscription.canceling',
      'subscription.uncanceled',
      'subscription.canceled',
    ],
  },
  { name: 'Refunds', events: ['refund.succeeded', 'refund.failed'] },
];

/** Every such event's name, in that order. */
export const allEvents = eventGroups.flatMap(({ events }) => events);

export const chaosWords: Readonly<Record<keyof ChaosShares, { readonly name: string; readonly hint: string }>> = {
  duplicate: {
    name: 'Duplicate',
    hint: 'Sent twice, with the same id. Your handler has to do nothing the second time.',
  },
  delay: { name: 'Delay', hint: 'Sent 5 to 60 seconds late.' },
  reorder: { name: 'Reorder', hint: 'Held back for some seconds, so that later events of the same order may pass.' },
  drop: { name: 'Drop', hint: 'Not sent at all. It stands in the log as failed, and can be sent again.' },
};

/** A share as a person reads it: nothing less than all is 100 %. */
export const shareText = (part: number, whole: number): string =>
  `${(Math.floor((part / whole) * 1000) / 10).toLocaleString('en')} %`;

export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
