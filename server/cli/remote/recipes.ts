/** How `trigger` causes each webhook event, with real calls in the test environment. */
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { type Api, ApiFailure, type RemoteStore } from './api.ts';
import { type Buyer, cards, createProduct } from './buyer.ts';

/** The payload of an event, as far as recipes need it. */
export interface Payload {
  readonly eventType: string;
  readonly data: {
    readonly orderId: string;
    readonly buyerEmail: string;
    readonly paymentId?: string;
    readonly currentPeriodEndsAt?: string;
    readonly planChange?: { readonly originOrderId: string };
  };
}

export interface Scene {
  readonly api: Api;
  readonly store: RemoteStore;
  readonly buyer: Buyer;
  /** Waits for an event of the buyer, and returns its payload. */
  readonly event: (type: WebhookEvent) => Promise<Payload>;
  /** Prints each step. */
  readonly say: (text: string) => void;
}

export interface Recipe {
  /** Whether time has to pass: the test clock of the whole store is advanced. */
  readonly needsClock?: true;
  readonly run: (scene: Scene) => Promise<void>;
}

const plan = (amount: string) => ({ type: 'subscription', name: `Plan at $${amount}`, amount }) as const;

async function buy({ api, store, buyer, say }: Scene, card: string = cards.works): Promise<void> {
  say('Buys a product');
  const productId = await createProduct(api, store, { type: 'onetime', name: 'Sample product', amount: '29.00' });
  await buyer.buy(productId, 'onetime', card);
}

/** Returns the payload of the first payment. */
async function subscribe(scene: Scene, card: string = cards.works): Promise<Payload> {
  const { api, store, buyer, say, event } = scene;
  say('Buys a monthly subscription');
  await buyer.buy(await createProduct(api, store, plan('18.00')), 'subscription', card);
  return await event('subscription.activated');
}

async function cancel(scene: Scene): Promise<Payload> {
  const started = await subscribe(scene);
  scene.say('Cancels it at the end of the period');
  await scene.api.action('subscription-order/cancel-order', { orderId: started.data.orderId });
  return started;
}

const dayMs = 86_400_000;

/** Advances the store's test clock to some days after the end of the current period. */
async function passPeriod({ api, store, say }: Scene, { data }: Payload, days: number): Promise<void> {
  const to = new Date(Date.parse(data.currentPeriodEndsAt ?? '') + days * dayMs).toISOString();
  say(`Advances the test clock of ${store.slug} to ${to}`);
  const body = { storeId: store.id };
  const advance = () => api.action('test-clock/advance', { ...body, to });
  try {
    await advance();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 400) throw error;
    // The usual reason: the store has no clock. If it has one, the creation is refused and says so.
    await api.action('test-clock/create', body);
    await advance();
  }
}

/** A change to a cheaper plan at the end of the period. */
async function schedulePlan(scene: Scene, card: string = cards.works): Promise<Payload> {
  const started = await subscribe(scene, card);
  scene.say('Schedules a change to a cheaper plan');
  const cheaper = await createProduct(scene.api, scene.store, plan('9.00'));
  await scene.buyer.changePlan(started.data.orderId, cheaper, 'next_period');
  return started;
}

async function reactivate(scene: Scene): Promise<void> {
  const { data } = await cancel(scene);
  scene.say('Reverses the cancellation as the customer');
  const identity = { storeId: scene.store.id, buyerIdentity: data.buyerEmail };
  const { token } = await scene.api.action('auth/issue-session-token', identity);
  const headers = { Authorization: `Bearer ${token}`, 'X-Environment': 'test' };
  await scene.api.action('subscription-order/reactivate-order', { orderId: data.orderId }, { headers });
}

async function refund(scene: Scene): Promise<void> {
  await buy(scene);
  const { data } = await scene.event('order.completed');
  scene.say('Refunds the payment');
  await scene.api.action('refund/create-refund', { paymentId: data.paymentId, reason: 'counterfoil trigger' });
}

const subscribing = { run: async (scene: Scene) => void (await subscribe(scene)) };

/** A recipe, or why there is none. */
export const recipes: Readonly<Record<WebhookEvent, Recipe | string>> = {
  'order.completed': { run: (scene) => buy(scene) },
  'subscription.activated': subscribing,
  'subscription.payment_succeeded': subscribing,
  'subscription.renewed': {
    needsClock: true,
    run: async (scene) => passPeriod(scene, await subscribe(scene), 1),
  },
  'subscription.recovered': {
    needsClock: true,
    run: async (scene) => passPeriod(scene, await subscribe(scene, cards.declinedOnce), 12),
  },
  'subscription.plan_changed': {
    async run(scene) {
      const { data } = await subscribe(scene);
      scene.say('Changes to a more expensive plan');
      const better = await createProduct(scene.api, scene.store, plan('48.00'));
      await scene.buyer.changePlan(data.orderId, better, 'immediate');
    },
  },
  'subscription.plan_change_scheduled': { run: async (scene) => void (await schedulePlan(scene)) },
  'subscription.plan_change_failed': {
    needsClock: true,
    run: async (scene) => passPeriod(scene, await schedulePlan(scene, cards.declinedLater), 1),
  },
  'subscription.canceling': { run: async (scene) => void (await cancel(scene)) },
  'subscription.uncanceled': { run: reactivate },
  'subscription.canceled': { needsClock: true, run: async (scene) => passPeriod(scene, await cancel(scene), 1) },
  'subscription.past_due': {
    needsClock: true,
    run: async (scene) => passPeriod(scene, await subscribe(scene, cards.declinedLater), 1),
  },
  'refund.succeeded': { run: refund },
  'refund.failed': 'the sandbox never fails a refund; only a payment provider does',
};
