import type { OrderStatus } from '../../../server/domain/order.ts';
import type { BillingPeriod } from '../../../server/domain/product.ts';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Time } from '../../ui/time.tsx';

interface SubscriptionDetailsProps {
  status: OrderStatus;
  billingPeriod: BillingPeriod;
  startedAt: Date | null;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  /** What a period costs, ready to read. */
  total: string;
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
  const { canceledAt, endedAt, total, now } = props;
  const goesOn = status === 'active' || status === 'trialing';
  const nextCharge = goesOn && currentPeriodEnd && currentPeriodEnd > now ? currentPeriodEnd : null;
  return (
    <DefinitionList>
      <Definition term="Billed">{periods[billingPeriod]}</Definition>
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
        <Definition term="Current period">
          <Time value={currentPeriodStart} dateOnly /> to <Time value={currentPeriodEnd} dateOnly />
        </Definition>
      )}
      {nextCharge && (
        <Definition term="Next charge">
          {total} on <Time value={nextCharge} dateOnly />
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
