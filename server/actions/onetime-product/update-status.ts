import { updateStatusOf } from '../product-actions.ts';
import { onetimeKind } from './product-object.ts';

export const updateStatus = updateStatusOf(onetimeKind, 'Put a one-time product on sale, or take it off');
