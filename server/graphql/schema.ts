/** The schema: each import adds its nouns to the builder. */
import './scalars.ts';
import './store.ts';
import './onetime-product.ts';
import './onetime-order.ts';
import './payment.ts';
import './refund.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
