import { describe, expect, test } from 'vitest';
import { follow } from '#server/domain/state-machine.ts';
import {
  billableStatuses,
  liveStatuses,
  renewingStatuses,
  type SubscriptionOrderEvent,
  subscriptionOrderStatuses,
  subscriptionOrderTransitions,
  terminalStatuses,
} from './subscription-order.ts';

/** The statuses in which an event is allowed. */
const from = (event: SubscriptionOrderEvent) =>
  subscriptionOrderStatuses.filter((status) => follow(subscriptionOrderTransitions, status, event) !== undefined);

const asSet = (statuses: readonly string[]) => new Set(statuses);

describe('the status sets match the transitions', () => {
  test('terminal statuses allow no event', () => {
    const ended = subscriptionOrderStatuses.filter(
      (status) => Object.keys(subscriptionOrderTransitions[status]).length === 0,
    );
    expect(asSet(terminalStatuses)).toEqual(asSet(ended));
  });

  test('live statuses are neither pending nor terminal', () => {
    const live = subscriptionOrderStatuses.filter(
      (status) => status !== 'pending' && !asSet(terminalStatuses).has(status),
    );
    expect(asSet(liveStatuses)).toEqual(asSet(live));
  });

  test('billable statuses are live and can be canceled', () => {
    expect(asSet(billableStatuses)).toEqual(asSet(from('cancel').filter((status) => status !== 'pending')));
  });

  test('renewing statuses are billable and become past due after a failed renewal', () => {
    expect(asSet(renewingStatuses)).toEqual(asSet(from('fail')));
  });
});
