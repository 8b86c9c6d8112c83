import { updateStatusOf } from '../product-actions.ts';
import { subscriptionKind } from './product-object.ts';

export const updateStatus = updateStatusOf(subscriptionKind, 'Activate or deactivate a subscription product');
