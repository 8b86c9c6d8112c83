export * from './emails.ts';
export * from './events.ts';
export * from './idempotency.ts';
export * from './merchants.ts';
export * from './orders.ts';
export * from './products.ts';
export * from './sandbox.ts';
export * from './stores.ts';
