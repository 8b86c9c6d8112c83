import { publishProductOf } from '../product-actions.ts';
import { onetimeKind } from './product-object.ts';

export const publishProduct = publishProductOf(
  onetimeKind,
  'Copy a one-time product’s current test version to prod, once',
);
