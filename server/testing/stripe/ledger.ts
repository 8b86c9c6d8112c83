/** The state of the Stripe double: intents, payment methods, customers, refunds, and their outcomes. */
import { randomBytes } from 'node:crypto';
import { allowedParams } from './params.ts';
import { invalid, missing, StripeRefusal } from './refusal.ts';
import { decline, previewOf } from './tokens.ts';

export type Params = { [name: string]: string | Params };

// biome-ignore lint/suspicious/noExplicitAny: tests read objects of a foreign API freely
type StripeObject = Record<string, any>;

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const seconds = () => Math.floor(Date.now() / 1000);
const waiting = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Stripe's minimum charges, in the currencies that tests use. */
const minAmounts: Readonly<Record<string, number>> = { usd: 50, eur: 50, jpy: 50, isk: 100, kwd: 10 };
const wholeUnits = ['isk', 'ugx'];

export class StripeLedger {
  readonly objects = new Map<string, StripeObject>();
  /** The initial status of refunds. Some payment methods refund asynchronously. */
  initialRefundStatus: 'succeeded' | 'pending' = 'succeeded';
  readonly #usedTokens = new Set<string>();
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Returns all objects of a kind in the order of their creation. */
  all(kind: 'payment_intent' | 'setup_intent' | 'customer' | 'refund'): StripeObject[] {
    return [...this.objects.values()].filter(({ object }) => object === kind);
  }

  /** Executes a call. Throws a {@link StripeRefusal} if Stripe would reject it. */
  execute(method: string, path: string, params: Params): StripeObject {
    const [, , kind = '', id, step] = path.split('/');
    if (method === 'GET' && kind === 'payment_intents' && id === 'search') return this.#search(params);
    if (method === 'GET' && kind === 'confirmation_tokens') return previewOf(id ?? '');
    if (method === 'GET' && id) return this.#shown(this.#get(id), params);
    if (method === 'GET') return this.#list(kind, params);
    const name = `${kind} ${id === undefined ? 'create' : (step ?? 'update')}`;
    const unknown = Object.keys(params).find((param) => !allowedParams[name]?.includes(param));
    if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
    if (name === 'customers create') return this.#add({ id: newId('cus'), object: 'customer', ...params });
    if (name === 'refunds create') return this.#refund(params);
    if (id === undefined) return this.#createIntent(kind, params);
    const intent = this.#get(id);
    if (step === undefined) return this.#update(intent, params);
    if (step === 'confirm') return this.#shown(this.#confirm(intent, params), params);
    if (step === 'cancel') return this.#shown(this.#cancel(intent, params), params);
    throw invalid(`Unrecognized request URL (${method}: ${path})`);
  }

  /** Records the buyer's answer to the bank. */
  finishChallenge(id: string, isPassed: boolean): void {
    const intent = this.#get(id);
    if (intent.status !== 'requires_action') return;
    intent.next_action = null;
    const { behavior } = this.#get(intent.payment_method);
    if (!isPassed) {
      const code = `${intent.object}_authentication_failure`;
      this.#fail(intent, {
        type: 'invalid_request_error',
        code,
        message: 'The provided PaymentMethod has failed authentication.',
      });
    } else if (behavior === 'challenge-declined') {
      this.#fail(intent, decline('insufficient_funds'));
    } else if (behavior.startsWith('decline-')) {
      this.#fail(intent, decline(behavior.slice('decline-'.length)));
    } else this.#succeed(intent);
  }

  /** Decides an intent that is `processing`. */
  finishProcessing(id: string, isPaid: boolean): void {
    const intent = this.#get(id);
    const message = 'The customer’s account has insufficient funds.';
    if (isPaid) this.#succeed(intent);
    else this.#fail(intent, { type: 'card_error', code: 'payment_intent_payment_attempt_failed', message });
  }

  /** Sets a refund's outcome, also after it had succeeded. */
  finishRefund(id: string, status: 'succeeded' | 'failed' | 'canceled'): StripeObject {
    const reason = status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {};
    return Object.assign(this.#get(id), { status, ...reason });
  }

  returnUrlOf = (id: string): string => this.#get(id).return_url;

  #get(id: string): StripeObject {
    const object = this.objects.get(id);
    if (!object) throw missing('object', id);
    return object;
  }

  #add(object: StripeObject): StripeObject {
    this.objects.set(object.id, { created: seconds(), livemode: false, ...object });
    return this.#get(object.id);
  }

  #createIntent(kind: string, params: Params): StripeObject {
    const metadata = params.metadata ?? {};
    const isPayment = kind === 'payment_intents';
    const id = newId(isPayment ? 'pi' : 'seti');
    const common = { id, metadata, client_secret: `${id}_secret_double`, customer: null, description: null };
    const state = { status: 'requires_payment_method', payment_method: null, next_action: null };
    if (!isPayment) {
      const own = { object: 'setup_intent', usage: params.usage, last_setup_error: null, latest_attempt: null };
      return this.#add({ ...common, ...state, ...own });
    }
    const amount = Number(params.amount);
    const currency = String(params.currency);
    const minAmount = minAmounts[currency];
    if (minAmount === undefined) throw invalid(`Invalid currency: ${currency}`, undefined, 'currency');
    if (!Number.isInteger(amount)) throw invalid('Invalid integer', 'parameter_invalid_integer', 'amount');
    if (amount < minAmount)
      throw invalid(`Amount must be at least ${minAmount} ${currency}`, 'amount_too_small', 'amount');
    if (wholeUnits.includes(currency) && amount % 100 !== 0)
      throw invalid('Invalid amount', 'invalid_charge_amount_no_decimal_compatible');
    const own = { object: 'payment_intent', amount, amount_received: 0, currency, setup_future_usage: null };
    return this.#add({ ...common, ...state, ...own, last_payment_error: null, latest_charge: null });
  }

  #update(intent: StripeObject, { metadata, ...params }: Params): StripeObject {
    this.#requireWaiting(intent, 'updated');
    if (params.customer) this.#get(String(params.customer));
    Object.assign(intent, params, { metadata: { ...intent.metadata, ...(metadata as Params | undefined) } });
    return { ...intent };
  }

  #cancel(intent: StripeObject, params: Params): StripeObject {
    this.#requireWaiting(intent, 'canceled');
    return Object.assign(intent, { ...params, expand: undefined, status: 'canceled', next_action: null });
  }

  #requireWaiting(intent: StripeObject, action: string, statuses = waiting): void {
    if (statuses.includes(intent.status)) return;
    const message = `This ${intent.object} could not be ${action} because it has a status of ${intent.status}.`;
    throw invalid(message, `${intent.object}_unexpected_state`);
  }

  #confirm(intent: StripeObject, params: Params): StripeObject {
    this.#requireWaiting(intent, 'confirmed', ['requires_payment_method', 'requires_confirmation']);
    if (!params.return_url) throw invalid('You must provide a `return_url`.', undefined, 'return_url');
    const method = params.payment_method
      ? this.#get(String(params.payment_method))
      : this.#redeem(String(params.confirmation_token));
    if (method.customer && method.customer !== intent.customer) {
      throw invalid('The customer does not have a payment method with that ID attached.');
    }
    intent.return_url = params.return_url;
    intent.payment_method = method.id;
    const isOffSession = params.off_session === 'true';
    const behavior = isOffSession || method.customer ? method.offSession : method.behavior;
    const isChallengeForced =
      method.type === 'card' && JSON.stringify(params.payment_method_options ?? {}).includes('challenge');
    if (isChallengeForced) {
      const next_action = this.#actionFor(intent, 'challenge');
      return Object.assign(intent, { status: 'requires_action', next_action });
    }
    if (behavior.startsWith('decline-')) return this.#decline(intent, decline(behavior.slice('decline-'.length)));
    if (isOffSession && behavior.startsWith('challenge'))
      return this.#decline(intent, decline('authentication_required'));
    const action =
      params.use_stripe_sdk === 'false'
        ? this.#actionFor(intent, behavior)
        : { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    const needsAction = /^(challenge|app|code|ideal|script)/.test(behavior);
    if (needsAction) return Object.assign(intent, { status: 'requires_action', next_action: action });
    if (behavior === 'processing') return Object.assign(intent, { status: 'processing' });
    this.#succeed(intent);
    return intent;
  }

  #actionFor({ id, return_url }: StripeObject, behavior: string): StripeObject {
    const url = `${this.#url()}/bank/${id}`;
    if (behavior === 'app') return { type: 'blik_authorize', blik_authorize: {} };
    if (behavior === 'script') return { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: {} } };
    if (behavior === 'code') {
      const details = { hosted_instructions_url: url, data: 'code' };
      return { type: 'wechat_pay_display_qr_code', wechat_pay_display_qr_code: details };
    }
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url } };
  }

  /** Returns the payment method of a confirmation token. A token works for one intent. */
  #redeem(token: string): StripeObject {
    const [, behavior] = /^ctoken_([\w-]+)~/.exec(token) ?? [];
    if (!behavior) throw missing('confirmationtoken', token);
    if (this.#usedTokens.has(token)) throw invalid('This ConfirmationToken has already been used.');
    this.#usedTokens.add(token);
    const later = /^later-(.+)$/.exec(behavior);
    const known = { behavior: later ? 'works' : behavior, offSession: later?.[1] ?? 'works' };
    const base = { id: newId('pm'), object: 'payment_method', customer: null, ...known };
    if (behavior === 'processing')
      return this.#add({ ...base, type: 'sepa_debit', sepa_debit: { last4: '3000', bank_code: '37040044' } });
    if (behavior === 'ideal') return this.#add({ ...base, type: 'ideal', ideal: { bank: 'ing' } });
    const wallet = behavior === 'wallet' ? { type: 'apple_pay', apple_pay: {} } : null;
    return this.#add({
      ...base,
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, wallet },
    });
  }

  #succeed(intent: StripeObject): void {
    const method = this.#get(intent.payment_method);
    const details: StripeObject = { type: method.type, [method.type]: { ...method[method.type] } };
    const isSaved = intent.object === 'setup_intent' || intent.setup_future_usage === 'off_session';
    if (isSaved && intent.customer) method.customer = intent.customer;
    if (isSaved && method.type === 'ideal') {
      const debit = { id: newId('pm'), object: 'payment_method', type: 'sepa_debit', customer: intent.customer };
      details.ideal.generated_sepa_debit = this.#add({ ...debit, behavior: 'works', offSession: 'works' }).id;
    }
    const attempt = { id: newId('att'), payment_method_details: details };
    const amount =
      intent.object === 'payment_intent'
        ? { amount_received: intent.amount, latest_charge: attempt }
        : { latest_attempt: attempt };
    Object.assign(intent, { status: 'succeeded', next_action: null, ...amount });
  }

  #fail(intent: StripeObject, error: StripeObject): StripeObject {
    const known = { ...error, payment_method: this.#shownMethod(intent.payment_method) };
    const name = intent.object === 'setup_intent' ? 'last_setup_error' : 'last_payment_error';
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      [name]: known,
    });
    return known;
  }

  #decline(intent: StripeObject, error: StripeObject): never {
    const known = this.#fail(intent, error);
    throw new StripeRefusal(402, { ...known, [intent.object]: { ...intent } });
  }

  #refund({ payment_intent, amount, metadata = {} }: Params): StripeObject {
    const intent = this.#get(String(payment_intent));
    const previous = this.all('refund').filter(
      (refund) => refund.payment_intent === intent.id && refund.status !== 'failed',
    );
    const refundable = intent.amount_received - previous.reduce((sum, refund) => sum + refund.amount, 0);
    if (refundable === 0) throw invalid('Charge has already been refunded.', 'charge_already_refunded');
    if (Number(amount) > refundable)
      throw invalid(`Refund amount is greater than unrefunded amount on charge (${refundable})`);
    const refund = { id: newId('re'), object: 'refund', payment_intent: intent.id, amount: Number(amount), metadata };
    return { ...this.#add({ ...refund, currency: intent.currency, status: this.initialRefundStatus }) };
  }

  #search({ query }: Params): StripeObject {
    const [, name = '', value] = /^metadata\["(\w+)"\]:"([^"]+)"$/.exec(String(query)) ?? [];
    const found = this.all('payment_intent').filter(({ metadata }) => metadata[name] === value);
    const data = found.map((intent) => this.#shown(intent, { expand: { 0: 'payment_method', 1: 'latest_charge' } }));
    return { object: 'search_result', data, has_more: false, url: '/v1/payment_intents/search' };
  }

  #list(kind: string, params: Params): StripeObject {
    const range = params.created as { gte: string; lte: string } | undefined;
    const data = this.all(kind.slice(0, -1) as 'refund').filter(
      (object) =>
        (!range || (object.created >= Number(range.gte) && object.created <= Number(range.lte))) &&
        (!params.payment_intent || object.payment_intent === params.payment_intent),
    );
    return { object: 'list', data, has_more: false, url: `/v1/${kind}` };
  }

  /** Returns a copy with the requested objects expanded and all others as IDs. */
  #shown(object: StripeObject, { expand = {} }: Params): StripeObject {
    const expanded = Object.values(expand);
    const shown: StripeObject = { ...object };
    if (shown.payment_method && expanded.includes('payment_method'))
      shown.payment_method = this.#shownMethod(shown.payment_method);
    for (const name of ['latest_charge', 'latest_attempt']) {
      if (shown[name] && !expanded.includes(name)) shown[name] = shown[name].id;
    }
    return shown;
  }

  #shownMethod(id: string): StripeObject {
    const { behavior: _, offSession: __, ...method } = this.#get(id);
    return method;
  }
}
