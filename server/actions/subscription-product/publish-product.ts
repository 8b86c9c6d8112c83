import { publishProductOf } from '../product-actions.ts';
import { subscriptionKind } from './product-object.ts';

export const publishProduct = publishProductOf(
  subscriptionKind,
  'Copy a subscription product’s current test version to prod, once',
);
