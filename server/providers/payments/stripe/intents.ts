/**
 * A charge at Stripe is an intent: a PaymentIntent, or with nothing to pay a SetupIntent, which keeps a method. The two
 * are created, confirmed and closed alike; here they are one.
 */
import type Stripe from 'stripe';
import type { Charge, ChargeReference } from '../provider.ts';

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The steps of a charge. Each throws what Stripe's library throws. */
export interface Intents {
  /**
   * Creates the intent, or finds the one that this charge created before: the call says nothing but what a reference
   * knows, so that it can be repeated by whoever settles the charge. What it answers may be out of date: read again.
   */
  create(charge: ChargeReference, amount: number): Promise<Intent>;
  /** Adds what only the charge itself knows: for whom, what for, and whether the method is kept. */
  describe(id: string, charge: Charge, customerId: string | null): Promise<Intent>;
  /** Charges. */
  confirm(id: string, charge: Charge): Promise<Intent>;
  read(id: string): Promise<Intent>;
  /** Closes one that still waits. */
  cancel(id: string): Promise<Intent>;
  /** The intent of a charge, by our own name for it in its metadata. */
  find(charge: ChargeReference): Promise<Intent | undefined>;
}

/** How our payment is called in an intent's metadata: by its id, which is the charge's key. */
export const keyName = 'paymentId';

/**
 * Kinds of payment that end days later or elsewhere (vouchers, transfers, bank accounts that are verified by tiny
 * deposits): a checkout that is open for an hour cannot wait for them. The page's form leaves them out as well.
 */
export const excludedTypes = [
  'acss_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'oxxo',
  'us_bank_account',
] as const;

const common = ({ key }: ChargeReference) => ({
  automatic_payment_methods: { enabled: true },
  excluded_payment_method_types: [...excludedTypes],
  metadata: { [keyName]: key },
});

const described = ({ description, references, key }: Charge, customerId: string | null) => ({
  description,
  metadata: { ...references, [keyName]: key },
  ...(customerId === null ? {} : { customer: customerId }),
});

/**
 * `use_stripe_sdk` false: the bank's question is a page with an address, for whichever browser the buyer comes back in;
 * a token from Stripe's form asks for the opposite unless it is told so.
 */
const confirmation = ({ method, returnUrl, mustAuthenticate }: Charge) => ({
  return_url: returnUrl,
  use_stripe_sdk: false,
  ...(method.kind === 'saved' ? { payment_method: method.methodId } : {}),
  ...(method.kind === 'token' ? { confirmation_token: method.token } : {}),
  ...(mustAuthenticate ? { payment_method_options: { card: { request_three_d_secure: 'challenge' as const } } } : {}),
});

const expand = { payment: ['payment_method', 'latest_charge'], setup: ['payment_method', 'latest_attempt'] };
const step = (key: string, name: string) => ({ idempotencyKey: `${key}:${name}` });

const paymentIntents = ({ paymentIntents: api }: Stripe): Intents => ({
  create: (charge, amount) =>
    api.create({ ...common(charge), amount, currency: charge.currency.toLowerCase() }, step(charge.key, 'create')),
  describe: (id, charge, customerId) => {
    const usage = charge.isKept ? { setup_future_usage: 'off_session' as const } : {};
    return api.update(id, { ...described(charge, customerId), ...usage }, step(charge.key, 'describe'));
  },
  confirm: (id, charge) => {
    const presence = charge.isOffSession ? { off_session: true } : {};
    const params = { ...confirmation(charge), ...presence, expand: expand.payment };
    return api.confirm(id, params, step(charge.key, 'confirm'));
  },
  read: (id) => api.retrieve(id, { expand: expand.payment }),
  cancel: (id) => api.cancel(id, { cancellation_reason: 'abandoned', expand: expand.payment }),
  find: async ({ key }) =>
    (await api.search({ query: `metadata["${keyName}"]:"${key}"`, expand: expand.payment.map((n) => `data.${n}`) }))
      .data[0],
});

const setupIntents = ({ setupIntents: api }: Stripe): Intents => ({
  create: (charge) => api.create({ ...common(charge), usage: 'off_session' }, step(charge.key, 'create')),
  describe: (id, charge, customerId) => api.update(id, described(charge, customerId), step(charge.key, 'describe')),
  confirm: (id, charge) =>
    api.confirm(id, { ...confirmation(charge), expand: expand.setup }, step(charge.key, 'confirm')),
  read: (id) => api.retrieve(id, { expand: expand.setup }),
  cancel: (id) => api.cancel(id, { cancellation_reason: 'abandoned', expand: expand.setup }),
  // Stripe searches no SetupIntents, but lists them by the time they were made at: when the charge was begun.
  find: async ({ key, startedAt }) => {
    const begun = Math.floor(startedAt.getTime() / 1000);
    const created = { gte: begun - 600, lte: begun + 3600 };
    for await (const intent of api.list({ created, limit: 100 })) {
      if (intent.metadata?.[keyName] === key) return await api.retrieve(intent.id, { expand: expand.setup });
    }
    return undefined;
  },
});

/** The kind of intent for an amount. */
export const intentsFor = (stripe: Stripe, { amountMinor }: ChargeReference): Intents =>
  amountMinor === 0 ? setupIntents(stripe) : paymentIntents(stripe);
