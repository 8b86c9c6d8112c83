/** The page on which a subscription gets another card: what it is charged to now, and how far a change has come. */
import type { Database } from '../../db/client.ts';
import { checkMethodChange } from '../checkout/change-method.ts';
import { describeDecline } from '../checkout/decline-words.ts';
import type { FormProvider } from '../checkout/form.ts';
import { providerOf } from '../checkout/page-form.ts';
import { fromShortId, isUuid, toShortId } from '../domain/ids.ts';
import type { Voice } from '../i18n/say.ts';
import { describeFailure, log } from '../log.ts';
import { type BuyerScope, findBuyerOrder } from '../queries/buyer-orders.ts';
import { findLatestChange, findMethodChange, findMethodInUse, type MethodChange } from '../queries/payment-methods.ts';
import { describeKept, whatCanBeDone } from './order-view.ts';

export interface CardView {
  readonly orderId: string;
  readonly productName: string;
  /** What is charged at present; null where nothing is kept. */
  readonly current: string | null;
  /** How far the last attempt has come; `idle` where none is under way. */
  readonly state: 'idle' | 'challenge' | 'processing';
  /** Where the buyer's bank asks. */
  readonly bankUrl: string | null;
  /** Whether the last attempt has just worked. */
  readonly isDone: boolean;
  /** Why the attempt before failed, where that is a moment ago. */
  readonly lastFailure: string | null;
  /** What the provider's form is told of the buyer instead of asking again. */
  readonly billing: {
    readonly email: string;
    readonly country: string;
    readonly state: string;
    readonly postcode: string;
  };
  /** Null where nobody takes cards for its currency now. */
  readonly provider: FormProvider | null;
}

/** Longer than this a failure is not news any more. */
const newsSeconds = 10 * 60;
/** A page does not wait longer for what a provider knows. */
const checkLimitMs = 3000;

/**
 * A buyer's own subscription that can be charged; undefined for anything else. `mayAsk` says whether the provider may be
 * asked how a change stands, once there is one.
 */
export async function readCard(
  db: Database,
  scope: BuyerScope & { readonly storeSlug: string },
  orderId: string,
  voice: Voice,
  now: Date,
  mayAsk: (changeId: string) => Promise<boolean>,
): Promise<CardView | undefined> {
  const id = fromShortId('ORD', orderId);
  const found = id && (await findBuyerOrder(db, scope, id));
  if (!found || !whatCanBeDone(found.order, scope.storeSlug, voice, now).canChangeCard) return undefined;
  const { order, productName } = found;
  const latest = await findLatestChange(db, order);
  const change = latest && (await mayAsk(latest.id)) ? await hearAgain(db, latest, now) : latest;
  const method = await findMethodInUse(db, order);
  const isNews = change && now.getTime() - change.updatedAt.getTime() < newsSeconds * 1000;
  return {
    orderId: toShortId('ORD', order.id),
    productName,
    current: method ? describeKept(method, voice) : null,
    state: change?.status === 'requires_action' ? 'challenge' : change?.status === 'processing' ? 'processing' : 'idle',
    bankUrl: change?.status === 'requires_action' ? change.actionUrl : null,
    isDone: change?.status === 'succeeded' && Boolean(isNews),
    lastFailure: change?.status === 'failed' && isNews ? describeDecline(change.failureCode, voice.say) : null,
    provider: providerOf(db, order, voice, now),
    billing: {
      email: order.buyerEmail ?? '',
      country: order.billingDetail?.country ?? '',
      state: order.billingDetail?.state ?? '',
      postcode: order.billingDetail?.postcode ?? '',
    },
  };
}

/** Whoever comes back from their bank sees what the bank said; without an answer, what was known before. */
async function hearAgain(db: Database, change: MethodChange, now: Date): Promise<MethodChange> {
  try {
    return await checkMethodChange(db, change, now, { limitMs: checkLimitMs });
  } catch (error) {
    log().error({ methodChangeId: change.id, ...describeFailure(error) }, 'method change not checked');
    return change;
  }
}

export interface CardChallengeView {
  readonly orderId: string;
  readonly changeId: string;
  readonly productName: string;
}

/** What the sandbox's bank asks about a new card; undefined where nothing waits for an answer. */
export async function readCardChallenge(
  db: Database,
  scope: BuyerScope,
  { orderId, changeId }: { orderId: string; changeId: string },
): Promise<CardChallengeView | undefined> {
  const id = fromShortId('ORD', orderId);
  const found = id && (await findBuyerOrder(db, scope, id));
  const change = found && isUuid(changeId) ? await findMethodChange(db, scope.storeId, changeId) : undefined;
  if (!found || change?.orderId !== found.order.id) return undefined;
  if (change.status !== 'requires_action' || change.provider !== 'sandbox') return undefined;
  return { orderId: toShortId('ORD', found.order.id), changeId: change.id, productName: found.productName };
}
