import { updateStatusOf } from '../product-actions.ts';
import { onetimeKind } from './product-object.ts';

export const updateStatus = updateStatusOf(onetimeKind, 'Activate or deactivate a one-time product');
