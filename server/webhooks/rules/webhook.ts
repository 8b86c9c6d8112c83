/** The rules of webhooks. (decisions.md, "Webhooks".) */
import { z } from 'zod';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, echo } from '#server/domain/errors.ts';
import { isWebAddress } from '#server/domain/fields.ts';
import { isPublicHost } from '#server/domain/network-address.ts';
import { webhookEvents } from './webhook-events.ts';

export const webhookChannels = ['http', 'discord', 'slack', 'telegram', 'feishu'] as const;
export type WebhookChannel = (typeof webhookChannels)[number];

/** The environment whose events a webhook receives. */
export const environmentOf = ({ testMode }: { readonly testMode: boolean }): Environment =>
  testMode ? 'test' : 'prod';

export const maxWebhooksPerStore = 20;

export const deliveryStatuses = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The shares of a test webhook's deliveries that are duplicated, delayed, reordered or dropped, in whole percent. */
export interface ChaosShares {
  readonly duplicate: number;
  readonly delay: number;
  readonly reorder: number;
  readonly drop: number;
}

const unknownEvent = (event: unknown) => `Invalid events: unknown event ${echo(event)}`;

/** A list of distinct webhook events. */
export const webhookEventList = () =>
  z
    .array(z.enum(webhookEvents, { error: ({ input }) => unknownEvent(input) }))
    .min(1)
    .transform((events) => [...new Set(events)])
    .meta({ description: 'Events to subscribe to. Duplicates are removed' });

const urlRefusal = 'Invalid url: must be an absolute http(s) URL without credentials or fragment';
const plainRefusal = 'Invalid url: must use https unless testMode is true';
const privateRefusal =
  'Invalid url: must not lead to a private, loopback or link-local address (WEBHOOK_PRIVATE_ADDRESSES=on allows it)';
const chatRefusal = 'Invalid url: a Telegram address needs chat_id';

/** The refusals of a webhook's fields, for the API reference. */
export const webhookFieldRefusals = [
  { status: 400, message: urlRefusal, when: '`url` is not such a URL' },
  { status: 400, code: 'https_required', message: plainRefusal, when: '`url` uses http, and `testMode` is false' },
  {
    status: 400,
    code: 'private_address',
    message: privateRefusal,
    when: '`url` is not on the public internet, and the operator does not allow private addresses',
  },
  {
    status: 400,
    code: 'chat_id_missing',
    message: chatRefusal,
    when: 'the channel is `telegram`, the URL has no `chat_id`, and there is no `secret`',
  },
  { status: 400, message: unknownEvent('<value>'), when: 'an event type is unknown' },
] as const;

/** A receiver's URL of at most 2048 characters. `requireDeliverable` checks its network. */
export const webhookUrl = () =>
  z
    .string()
    .max(2048)
    .refine((value) => isWebAddress(value) && !value.includes('#'), { error: urlRefusal })
    .meta({ format: 'uri', description: 'A public address. It must use https unless `testMode` is true' });

/** The secret shared with the receiver; null clears it. */
export const webhookSecret = () => {
  const error = 'Invalid secret: must be a string of 1 to 256 characters or null';
  return z
    .string({ error })
    .min(1, { error })
    .max(256, { error })
    .nullable()
    .meta({ description: 'Secret shared with the receiver; null for none' });
};

/**
 * Throws 400 for a URL that cannot be delivered to: plain http for prod events, a private address unless the operator allows
 * it, or a Telegram URL without a chat. A Telegram webhook's secret is its chat, if the URL names none.
 */
export function requireDeliverable(
  url: string,
  {
    channel,
    testMode,
    secret,
    privateAddresses,
  }: {
    readonly channel: WebhookChannel;
    readonly testMode: boolean;
    readonly secret?: string | null | undefined;
    readonly privateAddresses: boolean;
  },
): void {
  const { protocol, hostname, searchParams } = new URL(url);
  if (protocol !== 'https:' && !testMode) {
    throw new ApiError(400, plainRefusal, 'store', { code: 'https_required', path: 'url' });
  }
  if (!privateAddresses && !isPublicHost(hostname)) {
    throw new ApiError(400, privateRefusal, 'store', { code: 'private_address', path: 'url' });
  }
  if (channel === 'telegram' && !searchParams.get('chat_id') && !secret) {
    throw new ApiError(400, chatRefusal, 'store', { code: 'chat_id_missing', path: 'url' });
  }
}
