import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import { lastRetryAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

interface SubscriptionDetailsProps {
  order: SubscriptionOrder;
  /** On which days after a failed charge it is tried again. */
  retryDays: readonly number[];
  /** What a period costs, ready to read. */
  total: string;
  /** What it is charged by, in words; null: nothing is kept. */
  method: { readonly name: string; readonly isRefused: boolean; readonly asksBuyer: boolean } | null;
  now: Date;
}

const periods: Readonly<Record<BillingPeriod, string>> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every 3 months',
  yearly: 'Every year',
};

/** Where a subscription stands: its period, and what comes next. */
export function SubscriptionDetails({ order, retryDays, total, method, now }: SubscriptionDetailsProps) {
  const { status, canceledAt, endedAt } = order;
  const nextCharge = isRenewing(status) && order.currentPeriodEnd && order.currentPeriodEnd > now;
  const endsAt = endedAt ?? (order.status === 'canceling' ? order.currentPeriodEnd : null);
  return (
    <DefinitionList>
      <Definition term="Billed">
        {total} {periods[order.billingPeriod].toLowerCase()}
      </Definition>
      {order.startedAt ? (
        <>
          <Definition term="Started">
            <Time value={order.startedAt} />
          </Definition>
          {order.trialEndsAt && (
            <Definition term="Trial until">
              <Time value={order.trialEndsAt} />
            </Definition>
          )}
          {!endedAt && (
            <Definition term={status === 'past_due' ? 'Last paid period' : 'Current period'}>
              <Time value={order.currentPeriodStart} dateOnly /> to <Time value={order.currentPeriodEnd} dateOnly />
            </Definition>
          )}
        </>
      ) : (
        <Definition term="Started">Not yet: the first payment starts it</Definition>
      )}
      {nextCharge && (
        <Definition term="Next charge">
          {total} on <Time value={order.currentPeriodEnd} dateOnly />
        </Definition>
      )}
      {order.status === 'past_due' && (
        <>
          <Definition term="Unpaid since">
            <Time value={order.pastDueSince} />
          </Definition>
          {order.nextChargeAt && !method?.isRefused && (
            <Definition term="Next try">
              <Time value={order.nextChargeAt} />
            </Definition>
          )}
          <Definition term="If it stays unpaid">
            It ends with the last try, <Time value={lastRetryAt(order.pastDueSince, retryDays)} />
          </Definition>
        </>
      )}
      {method && !endedAt && (
        <Definition term="Paid by">
          {method.name}
          {method.isRefused && (
            <p className="text-danger-text">
              {method.asksBuyer ? 'Its bank wants the customer to authenticate' : 'Its bank refuses it'}: it is not
              charged again until they pay with it themselves or give another card.
            </p>
          )}
        </Definition>
      )}
      {canceledAt && (
        <Definition term="Canceled">
          <Time value={canceledAt} />
        </Definition>
      )}
      {endsAt && (
        <Definition term={endedAt ? 'Ended' : 'Ends'}>
          <Time value={endsAt} />
        </Definition>
      )}
    </DefinitionList>
  );
}
