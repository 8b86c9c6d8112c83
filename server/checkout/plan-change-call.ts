/** The part of `checkout/create-session` that opens plan changes. (public-client.md, sections 2.1 and 3.5) */
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { orderScopeOf, requireOrderStore } from '#server/billing/orders/order-scopes.ts';
import { readMethodChoice } from '#server/billing/orders/rules/session-methods.ts';
import { changeRefusals } from '#server/billing/plan-changes/origin.ts';
import { requireProvider } from '#server/billing/store-provider.ts';
import { errors } from '#server/domain/errors.ts';
import type { ActionContext, CallerKind } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { holdMemberStore, holdStore, type Store } from '#server/stores/stores.ts';
import { openPlanChange, type PlanChangeRequest, planChangeRefusals } from './open-plan-change.ts';
import { requireStoreOpen } from './store-open.ts';

/** The refusals of a call with `originOrderId`. */
export const planChangeRefusalList = [
  changeRefusals.notLive().when('the subscription has not started or has ended'),
  changeRefusals.paused().when('the subscription is paused'),
  planChangeRefusals.samePlan().when('`productId` is the subscription’s product'),
  planChangeRefusals.oneTime().when('`originOrderId` is given with a one-time product'),
  planChangeRefusals.otherCurrency('<currency>').when('`currency` differs from the subscription’s'),
  planChangeRefusals.twoAmounts().when('both are given'),
  planChangeRefusals.amount('changeAmount').when('it is no display amount of the currency'),
  planChangeRefusals.amount('changeCreditAmount').when('it is no display amount of the currency'),
  planChangeRefusals.otherCustomers().when('a customer names another customer’s subscription'),
  planChangeRefusals.otherGroup().when('a customer names a plan of another group'),
  planChangeRefusals.notSelfService().when('the group’s `selfServicePlanChange` is off, and a customer calls'),
  errors.orderNotFound().when('there is no such subscription, or it is not the merchant’s'),
];

interface Fields extends PlanChangeRequest {
  readonly storeId?: string | undefined;
  readonly expiresInSeconds: number;
  readonly includePaymentMethods?: readonly string[] | undefined;
  readonly excludePaymentMethods?: readonly string[] | undefined;
}

/** Opens the plan change of a subscription. */
export async function changePlan(
  context: ActionContext<CallerKind>,
  fields: Fields,
): Promise<{ session: CheckoutSession; store: Store }> {
  const { tx, caller, environment, settings } = context;
  const store = await holdOriginStore(context, fields);
  const now = storeTime(store, environment, context.now);
  requireStoreOpen(store, environment);
  const provider = await requireProvider(tx, { ...scopeOfStore(store), environment }, settings);
  const sale = { productType: 'subscription', currency: fields.currency, provider } as const;
  const request = { ...fields, paymentMethods: readMethodChoice(fields, sale) };
  const buyerIdentity = caller.kind === 'sessionToken' ? caller.buyerIdentity : undefined;
  const expiresAt = new Date(now.getTime() + fields.expiresInSeconds * 1000);
  const session = await openPlanChange(tx, { store, environment, buyerIdentity }, request, expiresAt, now);
  return { session, store };
}

/** The store of the subscription. A merchant's subscription is in any of their stores, or in the one that is given. */
async function holdOriginStore(
  { tx, caller }: ActionContext<CallerKind>,
  { storeId, originOrderId }: Fields,
): Promise<Store> {
  if (caller.kind === 'storeSlug') throw errors.insufficientPermissions();
  if (caller.kind === 'sessionToken') {
    const store = await holdStore(tx, caller.store);
    if (!store) throw errors.orderNotFound();
    return store;
  }
  const origin = await requireOrderStore(tx, orderScopeOf(caller), originOrderId);
  const store = await holdMemberStore(tx, caller.merchantId, origin.storeId);
  if (!store || (storeId !== undefined && storeId !== store.id)) throw errors.orderNotFound();
  return store;
}
