import { createOrderOf } from '../order-actions.ts';

export const createOrder = createOrderOf('subscription');
