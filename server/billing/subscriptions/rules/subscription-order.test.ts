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

describe('the sets of statuses follow from the transitions', () => {
  test('terminal: no event is allowed', () => {
    const ended = subscriptionOrderStatuses.filter(
      (status) => Object.keys(subscriptionOrderTransitions[status]).length === 0,
    );
    expect(asSet(terminalStatuses)).toEqual(asSet(ended));
  });

  test('live: neither waiting for its first payment nor ended', () => {
    const live = subscriptionOrderStatuses.filter(
      (status) => status !== 'pending' && !asSet(terminalStatuses).has(status),
    );
    expect(asSet(liveStatuses)).toEqual(asSet(live));
  });

  test('billable: live, and a cancellation would still mean something', () => {
    expect(asSet(billableStatuses)).toEqual(asSet(from('cancel').filter((status) => status !== 'pending')));
  });

  test('renewing: billable, and a failed renewal makes it past due', () => {
    expect(asSet(renewingStatuses)).toEqual(asSet(from('fail')));
  });
});
