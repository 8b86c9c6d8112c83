/** Deliveries as requests, in the form of their webhook's channel, and what the answers mean. */
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

/**
 * A delivery as the request that is made now. To a merchant's own receiver goes the body as it is, with a signature of this
 * moment; to a chat a message in its own form, with a link to the order where `orderUrl` knows one.
 */
export async function messageFor(
  delivery: Delivery,
  webhook: Receiver,
  sign: Sign,
  now: Date,
  orderUrl: (orderId: string) => string | null = () => null,
): Promise<WebhookRequest> {
  const { url, channel, secret } = webhook;
  if (channel === 'http') {
    const { environment, body } = delivery;
    const signature = await sign(environment, signedText(body, now), now);
    const headers = httpHeaders({ ...delivery, at: now, signature, secret });
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
      return telegramMessage(url, notice);
    case 'feishu':
      return feishuMessage(notice, secret, now);
  }
}

/**
 * Whether a receiver took it. Some chats say 200 and mean no: Feishu by a `code`, Telegram by `ok`. Whatever is no such
 * no is a yes: what was taken, and is sent again, is written twice.
 */
export function readAnswer(channel: WebhookChannel, { status, body }: WebhookAnswer): 'success' | 'failure' {
  if (status < 200 || status > 299) return 'failure';
  if (channel === 'telegram') return fieldOf(body, 'ok') === false ? 'failure' : 'success';
  if (channel === 'feishu') {
    const isNo = ['code', 'StatusCode'].some((name) => (fieldOf(body, name) ?? 0) !== 0);
    return isNo ? 'failure' : 'success';
  }
  return 'success';
}

/** When a receiver wants to be asked again, as `Retry-After` has it; Telegram says so in the body. */
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
