import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookEvent, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { Api, chooseStore } from '../../remote/api.ts';
import { connectionHelp, connectionOptions, readConnection, readHttpUrl } from '../../remote/connection.ts';
import { Feed, type FeedEvent } from '../../remote/feed.ts';
import { Forwarder } from '../../remote/forward.ts';
import { untilStopped } from '../../remote/until-stopped.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';

export const usage =
  'listen --forward-to URL [--events A,B] [--since 2d] [--speed N] [--chaos] [--seed S] [--secret whsec_…]';
export const summary = 'Forward webhook events to a local receiver; needs an API key and no public address.';
export const details = `Options:
  --forward-to URL         the receiver, such as http://localhost:3000/webhooks
  --events A,B             only these event types
  --since 2d               first repeats the past in order: 30m, 12h, 2d, or an ISO 8601 time
  --speed N                repeats the past with its real pauses, N times as fast; default: without pauses
  --chaos                  sends some events twice, late, out of order, or only at the second attempt
  --seed S                 repeats the effects of an earlier --chaos
  --secret whsec_…         the webhook's secret; default: a new one, which is printed

${connectionHelp}

Requests have the body and the signatures of real deliveries. Ctrl-C ends with a summary.`;

/** How long the stop may wait for the receiver of events that --chaos has held. */
const maxEndingMs = 5000;

/** Forwards events until Ctrl-C. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      ...connectionOptions,
      'forward-to': { type: 'string' },
      events: { type: 'string' },
      since: { type: 'string' },
      speed: { type: 'string' },
      chaos: { type: 'boolean', default: false },
      seed: { type: 'string' },
      secret: { type: 'string' },
    },
  });
  if (values['forward-to'] === undefined) throw new UsageError('Missing option --forward-to');
  const address = readHttpUrl('--forward-to', values['forward-to']);
  const types = readTypes(values.events);
  const since = values.since === undefined ? undefined : readSince(values.since, new Date());
  const speed = readSpeed(values.speed);
  const chaosSeed =
    values.chaos || values.seed !== undefined ? (values.seed ?? randomBytes(4).toString('hex')) : undefined;
  const secret = values.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const api = new Api(readConnection(values));
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const printProblem = ({ message }: Error) => void process.stderr.write(`${message}\n`);

  await untilStopped(async (signal) => {
    const store = await chooseStore(api);
    const feed = new Feed(api, store.id, { signal, onRetry: printProblem });
    const forwarder = new Forwarder(feed, { address, secret, chaosSeed, signal, print });
    const { environment, lastSequence } = await feed.page(0, { limit: 1 });
    const start = since === undefined ? lastSequence : await feed.sequenceBefore(since, lastSequence);
    print(`Forwarding ${environment} events of ${store.name} to ${address}`);
    print(`Webhook secret: ${secret}`);
    if (chaosSeed !== undefined) print(`Chaos: repeat it with --seed ${chaosSeed}`);
    if (since !== undefined) print(`Repeating ${lastSequence - start} events`);
    print('Ready. Ctrl-C ends.');
    try {
      await forwardAll(feed, forwarder, { start, lastSequence, types, speed, signal });
    } finally {
      const ending = AbortSignal.timeout(maxEndingMs);
      await forwarder.finish(new Feed(api, store.id, { signal: ending, onRetry: printProblem }), ending);
      const { sent, succeeded, failed } = forwarder.counts;
      print(`${sent} requests: ${succeeded} succeeded, ${failed} events failed.`);
    }
  });
}

interface ForwardPlan {
  readonly start: number;
  /** The last event of the past. */
  readonly lastSequence: number;
  /** Undefined: all. */
  readonly types: ReadonlySet<string> | undefined;
  /** Undefined: without pauses. */
  readonly speed: number | undefined;
  readonly signal: AbortSignal;
}

async function forwardAll(feed: Feed, forwarder: Forwarder, plan: ForwardPlan): Promise<void> {
  let previous: FeedEvent | undefined;
  for await (const events of feed.pages(plan.start)) {
    for (const event of events.filter(({ eventType }) => plan.types?.has(eventType) ?? true)) {
      if (previous && plan.speed !== undefined && event.sequence <= plan.lastSequence) {
        const pauseMs = (Date.parse(event.publishedAt) - Date.parse(previous.publishedAt)) / plan.speed;
        await sleep(Math.max(pauseMs, 0), undefined, { signal: plan.signal });
      }
      await forwarder.forward(event);
      previous = event;
    }
    // Not after each page: a page of live events often has one, which would never be reordered.
    if (events.length === 0) await forwarder.flush();
  }
}

function readTypes(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.find((type) => !webhookEvents.includes(type as WebhookEvent));
  if (unknown !== undefined) {
    throw new UsageError(`--events: there is no event ${unknown}; the events are ${webhookEvents.join(', ')}`);
  }
  return new Set(types);
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration before now, or a time. */
function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const moment = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(moment.getTime())) {
    throw new UsageError(`--since: ${text} is not a duration such as 30m, 12h or 2d, and not an ISO 8601 time`);
  }
  return moment;
}

function readSpeed(text: string | undefined): number | undefined {
  if (text === undefined || text === 'max') return undefined;
  const speed = Number(text);
  if (!(speed > 0 && speed <= 1_000_000)) throw new UsageError(`--speed: ${text} is not a positive number or max`);
  return speed;
}
