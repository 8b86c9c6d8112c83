import { type WebhookEvent, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { Api, chooseStore } from '../../remote/api.ts';
import { Buyer } from '../../remote/buyer.ts';
import { connectionHelp, connectionOptions, readConnection } from '../../remote/connection.ts';
import { Feed } from '../../remote/feed.ts';
import { type Payload, recipes } from '../../remote/recipes.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';

export const usage = 'trigger EVENT [--advance-clock]';
export const summary = 'Cause a webhook event in the test environment, with real calls and the sandbox card.';

const described = (type: WebhookEvent): string => {
  const recipe = recipes[type];
  if (typeof recipe === 'string') return `  ${type}  not possible: ${recipe}`;
  return recipe.needsClock ? `  ${type}  with --advance-clock` : `  ${type}`;
};

export const details = `Events:
${webhookEvents.map(described).join('\n')}

Options:
  --advance-clock          allows events that need time to pass: the test clock of the store is created if there is
                           none, and advanced past a period. Other test subscriptions of the store renew as well

${connectionHelp}`;

const waitMs = 60_000;

/** Causes the event, waits until it is in the event feed, and prints it. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: { ...connectionOptions, 'advance-clock': { type: 'boolean', default: false } },
  });
  const [type, ...more] = positionals;
  const recipe = type !== undefined && Object.hasOwn(recipes, type) ? recipes[type as WebhookEvent] : undefined;
  if (type === undefined || more.length > 0) throw new UsageError('Missing EVENT, such as order.completed');
  if (recipe === undefined)
    throw new UsageError(`There is no event ${type}; the events are ${webhookEvents.join(', ')}`);
  if (typeof recipe === 'string') throw new UsageError(`${type} cannot be caused: ${recipe}`);
  if (recipe.needsClock && !values['advance-clock']) {
    throw new UsageError(
      `${type} needs time to pass: add --advance-clock to advance the test clock of the store, which renews its other test subscriptions as well`,
    );
  }
  const api = new Api(readConnection(values));
  const store = await chooseStore(api);
  const signal = AbortSignal.timeout(10 * waitMs);
  const feed = new Feed(api, store.id, { signal, onRetry: ({ message }) => void process.stderr.write(`${message}\n`) });
  const { environment, lastSequence } = await feed.page(0, { limit: 1 });
  if (environment !== 'test') throw new UsageError('The key is a prod key; trigger needs a test key');
  const buyer = new Buyer(api, store);
  const find = (wanted: WebhookEvent) => findEvent(feed, lastSequence, wanted, buyer.email);
  await recipe.run({
    api,
    store,
    buyer,
    say: (text) => void process.stdout.write(`${text}\n`),
    event: async (wanted) => (await find(wanted)).payload,
  });
  const { sequence, payload } = await find(type as WebhookEvent);
  process.stdout.write(`${type}  #${sequence}  ${payload.data.orderId}\n`);
}

/** The buyer's event of that type after `after`; waits for it. */
async function findEvent(feed: Feed, after: number, type: WebhookEvent, email: string) {
  const deadline = performance.now() + waitMs;
  for (let cursor = after; performance.now() < deadline; ) {
    const { events } = await feed.page(cursor, { wait: 5 });
    for (const { sequence, eventType, body } of events) {
      const payload: Payload = JSON.parse(body);
      if (eventType === type && payload.data.buyerEmail === email) return { sequence, payload };
      cursor = sequence;
    }
  }
  throw new Error(`${type} did not happen within a minute. Does a worker run?`);
}
