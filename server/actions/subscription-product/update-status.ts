import { updateStatusOf } from '../product-actions.ts';
import { subscriptionKind } from './product-object.ts';

export const updateStatus = updateStatusOf(
  subscriptionKind,
  'Open a subscription product for new signups, or close it',
);
