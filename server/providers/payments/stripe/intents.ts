/**
 * A charge at Stripe is a PaymentIntent or, without an amount, a SetupIntent, which saves a method. Both are created,
 * confirmed and closed alike, so they share one interface here.
 */
import type Stripe from 'stripe';
import type { Charge, ChargeReference } from '../provider.ts';

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The steps of a charge. Each throws the errors of Stripe's library. */
export interface Intents {
  /**
   * Creates the intent, or finds the one that this charge created before. Uses only data of the reference, so that
   * settling can repeat the call. The answer may be outdated; read the intent again.
   */
  create(charge: ChargeReference, amount: number): Promise<Intent>;
  /** Adds the data that only the charge has: customer, description and whether to save the method. */
  describe(id: string, charge: Charge, customerId: string | null): Promise<Intent>;
  confirm(id: string, charge: Charge): Promise<Intent>;
  read(id: string): Promise<Intent>;
  /** Closes a waiting intent. */
  cancel(id: string): Promise<Intent>;
  /** The intent of a charge, found by our id in its metadata. */
  find(charge: ChargeReference): Promise<Intent | undefined>;
}

/** The metadata key of our payment's id, which is the charge's key. */
export const keyName = 'paymentId';

/**
 * Payment types that finish days later or elsewhere (vouchers, transfers, bank accounts verified by micro-deposits). A
 * checkout open for an hour cannot wait for them. The page's form excludes them as well.
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
 * `use_stripe_sdk` false: the bank's question is a page with a URL, for any browser the buyer returns in. A token from
 * Stripe's form would request the opposite.
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
    const usage = charge.savesMethod ? { setup_future_usage: 'off_session' as const } : {};
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
  // Stripe cannot search SetupIntents, but lists them by creation time, which is when the charge was begun.
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
