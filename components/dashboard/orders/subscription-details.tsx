import type { ReactNode } from 'react';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import { lastRetryAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { plannedPeriodEnd } from '#server/billing/subscriptions/rules/pause.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

interface SubscriptionDetailsProps {
  order: SubscriptionOrder;
  /** The days after a failed charge on which it is retried. */
  retryDays: readonly number[];
  /** The price of a period, formatted. */
  total: string;
  /** The payment method; null: none is stored. */
  method: { readonly name: string; readonly isRefused: boolean; readonly requiresAuthentication: boolean } | null;
  /** The next charge, and the credit that pays charges, formatted; null: no credit. */
  nextCharge: string;
  credit: string | null;
  now: Date;
  /** Further definitions. */
  children: ReactNode;
}

const periods: Readonly<Record<BillingPeriod, string>> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};

/** A subscription's period, next charge and payment method. */
export function SubscriptionDetails(props: SubscriptionDetailsProps) {
  const { order, retryDays, total, method, nextCharge, credit, now, children } = props;
  const { status, canceledAt, endedAt } = order;
  const periodEnd = plannedPeriodEnd(order);
  const trialEndsAt = order.periodNumber === 0 ? periodEnd : order.trialEndsAt;
  const isCharged = isRenewing(status) && periodEnd !== null && periodEnd > now;
  const endsAt = endedAt ?? (order.status === 'canceling' ? order.currentPeriodEnd : null);
  return (
    <DefinitionList>
      <Definition term="Billing period">
        {periods[order.billingPeriod]} · {total}
      </Definition>
      {order.startedAt ? (
        <>
          <Definition term="Started">
            <Time value={order.startedAt} />
          </Definition>
          {trialEndsAt && (
            <Definition term="Trial ends">
              <Time value={trialEndsAt} />
            </Definition>
          )}
          {order.pausedAt && (
            <>
              <Definition term="Paused">
                Since <Time value={order.pausedAt} />. Nothing is charged.
              </Definition>
              <Definition term="Resumes">
                {order.resumesAt ? <Time value={order.resumesAt} /> : 'When you resume it'}
              </Definition>
            </>
          )}
          {!endedAt && periodEnd && (
            <Definition term={status === 'past_due' ? 'Last paid period' : 'Current period'}>
              <Time value={order.currentPeriodStart} dateOnly /> to <Time value={periodEnd} dateOnly />
            </Definition>
          )}
        </>
      ) : (
        <Definition term="Started">Starts with the first payment</Definition>
      )}
      {isCharged && (
        <Definition term="Next charge">
          {nextCharge} on <Time value={periodEnd} dateOnly />
        </Definition>
      )}
      {order.status === 'past_due' && (
        <>
          <Definition term="Past due since">
            <Time value={order.pastDueSince} />
          </Definition>
          {order.nextChargeAt && !method?.isRefused && (
            <Definition term="Next retry">
              <Time value={order.nextChargeAt} />
            </Definition>
          )}
          <Definition term="Final retry">
            <Time value={lastRetryAt(order.pastDueSince, retryDays)} />. Canceled if it fails.
          </Definition>
        </>
      )}
      {method && !endedAt && (
        <Definition term="Payment method">
          {method.name}
          {method.isRefused && (
            <p className="text-danger-text">
              {method.requiresAuthentication
                ? 'The bank requires authentication by the customer.'
                : 'The bank declined this card permanently.'}{' '}
              Retries are paused until the customer pays or updates the card.
            </p>
          )}
        </Definition>
      )}
      {credit && <Definition term="Credit">{credit}. Pays the next charges.</Definition>}
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
      {children}
    </DefinitionList>
  );
}
