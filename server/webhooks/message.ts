/** Composes deliveries for each channel, and interprets the answers. */
import type { webhookDeliveries } from '#db/schema/index.ts';
import type { WebhookAnswer, WebhookRequest } from '#server/providers/webhooks/send.ts';
import { discordMessage } from './channels/discord.ts';
import { feishuMessage } from './channels/feishu.ts';
import { httpHeaders, signedText } from './channels/http.ts';
import { type Notice, noticeOf } from './channels/notice.ts';
import { slackMessage } from './channels/slack.ts';
import { telegramMessage } from './channels/telegram.ts';
import type { WebhookChannel } from './rules/webhook.ts';
import type { Sign } from './sign.ts';
import type { Webhook } from './webhooks.ts';

type Delivery = Pick<typeof webhookDeliveries.$inferSelect, 'id' | 'eventType' | 'sequence' | 'environment' | 'body'>;
type Receiver = Pick<Webhook, 'channel' | 'url' | 'secret'>;

const userAgent = 'Counterfoil-Webhooks/1';

export interface MessageOptions {
  /** The address of an order in the dashboard, for chats; null: no link. */
  readonly orderUrl?: (orderId: string) => string | null;
  /** Whether to send the `X-Waffo-…` headers as well. */
  readonly headerAliases?: boolean;
}

/**
 * The request of a delivery. A merchant's own receiver gets the body as stored, with a current signature; a chat gets a
 * message in its own format, with a link to the order if `orderUrl` returns one.
 */
export async function messageFor(
  delivery: Delivery,
  webhook: Receiver,
  sign: Sign,
  now: Date,
  { orderUrl = () => null, headerAliases = true }: MessageOptions = {},
): Promise<WebhookRequest> {
  const { url, channel, secret } = webhook;
  if (channel === 'http') {
    const { environment, body } = delivery;
    const signature = await sign(environment, signedText(body, now), now);
    const headers = httpHeaders({ ...delivery, at: now, signature, secret, headerAliases });
    return { url, headers: { 'User-Agent': userAgent, ...headers }, body };
  }
  const message = chatMessage(channel, noticeOf(delivery.body, orderUrl), webhook, now);
  const headers = { 'User-Agent': userAgent, 'Content-Type': 'application/json; charset=utf-8' };
  return { url, headers, body: JSON.stringify(message) };
}

function chatMessage(
  channel: Exclude<WebhookChannel, 'http'>,
  notice: Notice,
  { url, secret }: Receiver,
  now: Date,
): object {
  switch (channel) {
    case 'discord':
      return discordMessage(notice);
    case 'slack':
      return slackMessage(notice);
    case 'telegram':
      return telegramMessage(url, secret, notice);
    case 'feishu':
      return feishuMessage(notice, secret, now);
  }
}

/**
 * Whether the receiver accepted the delivery. Some chats reject with status 200: Feishu with a `code`, Telegram with `ok`.
 * Anything else counts as accepted, because a resent message would appear twice.
 */
export function readAnswer(channel: WebhookChannel, { status, body }: WebhookAnswer): 'success' | 'failure' {
  if (status < 200 || status > 299) return 'failure';
  if (channel === 'telegram') return fieldOf(body, 'ok') === false ? 'failure' : 'success';
  if (channel === 'feishu') {
    const isRejected = ['code', 'StatusCode'].some((name) => (fieldOf(body, name) ?? 0) !== 0);
    return isRejected ? 'failure' : 'success';
  }
  return 'success';
}

/** When the receiver wants a retry, in the format of `Retry-After`; Telegram sends it in the body. */
export function retryAfterOf(channel: WebhookChannel, { headers, body }: WebhookAnswer): string | undefined {
  const parameters = channel === 'telegram' ? fieldOf(body, 'parameters') : undefined;
  const seconds = (parameters as Readonly<Record<string, unknown>> | null | undefined)?.retry_after;
  return headers['retry-after'] ?? (typeof seconds === 'number' ? String(seconds) : undefined);
}

function fieldOf(body: string, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Readonly<Record<string, unknown>>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}
