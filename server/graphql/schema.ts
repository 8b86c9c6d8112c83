/** The schema. Each import adds its types to the builder. */
import './scalars.ts';
import './merchant.ts';
import './store-merchant.ts';
import './api-key.ts';
import './rate.ts';
import './store.ts';
import './product.ts';
import './product-version.ts';
import './subscription-product-group.ts';
import './order.ts';
import './order-lists.ts';
import './payment.ts';
import './refund.ts';
import './webhook-delivery.ts';
import './email-delivery.ts';
import './analytics/order-statistics.ts';
import './analytics/payment-statistics.ts';
import './analytics/product-statistics.ts';
import './analytics/tax-analysis.ts';
import './analytics/trend-analysis.ts';
import './analytics/distribution-analysis.ts';
import './analytics/customer-analysis.ts';
import './analytics/subscription-analysis.ts';
import './analytics/refund-ticket-analysis.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
