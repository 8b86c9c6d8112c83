import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

interface SubscriptionDetailsProps {
  status: OrderStatus;
  billingPeriod: BillingPeriod;
  startedAt: Date | null;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** When it is charged next, also for a period that could not be paid so far. */
  nextChargeAt: Date | null;
  /** Since when a renewal is unpaid, and when it is tried for the last time. */
  pastDueSince: Date | null;
  lastRetryAt: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
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
export function SubscriptionDetails(props: SubscriptionDetailsProps) {
  const { status, billingPeriod, startedAt, trialEndsAt, currentPeriodStart, currentPeriodEnd } = props;
  const { canceledAt, endedAt, total, method, now } = props;
  const nextCharge = isRenewing(status) && currentPeriodEnd && currentPeriodEnd > now ? currentPeriodEnd : null;
  return (
    <DefinitionList>
      <Definition term="Billed">
        {total} {periods[billingPeriod].toLowerCase()}
      </Definition>
      {!startedAt && <Definition term="Started">Not yet: the first payment starts it</Definition>}
      {startedAt && (
        <Definition term="Started">
          <Time value={startedAt} />
        </Definition>
      )}
      {startedAt && trialEndsAt && (
        <Definition term="Trial until">
          <Time value={trialEndsAt} />
        </Definition>
      )}
      {currentPeriodStart && currentPeriodEnd && !endedAt && (
        <Definition term={status === 'past_due' ? 'Last paid period' : 'Current period'}>
          <Time value={currentPeriodStart} dateOnly /> to <Time value={currentPeriodEnd} dateOnly />
        </Definition>
      )}
      {nextCharge && (
        <Definition term="Next charge">
          {total} on <Time value={nextCharge} dateOnly />
        </Definition>
      )}
      {status === 'past_due' && <Retries {...props} />}
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
      {(endedAt ?? (status === 'canceling' ? currentPeriodEnd : null)) && (
        <Definition term={endedAt ? 'Ended' : 'Ends'}>
          <Time value={endedAt ?? currentPeriodEnd ?? ''} />
        </Definition>
      )}
    </DefinitionList>
  );
}

/** What is still tried to have an unpaid renewal paid, and how it ends. */
function Retries({ pastDueSince, nextChargeAt, lastRetryAt, method }: SubscriptionDetailsProps) {
  return (
    <>
      {pastDueSince && (
        <Definition term="Unpaid since">
          <Time value={pastDueSince} />
        </Definition>
      )}
      {nextChargeAt && !method?.isRefused && (
        <Definition term="Next try">
          <Time value={nextChargeAt} />
        </Definition>
      )}
      {lastRetryAt && (
        <Definition term="If it stays unpaid">
          It ends with the last try, <Time value={lastRetryAt} />
        </Definition>
      )}
    </>
  );
}
