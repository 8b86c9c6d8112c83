/** The table of actions: the last two parts of an endpoint's path, and the file of the same name. */
import type { Action } from '../action.ts';
import { createKey } from './api-key/create-key.ts';
import { deleteKey } from './api-key/delete-key.ts';
import { issueSessionToken } from './auth/issue-session-token.ts';
import { createSession } from './checkout/create-session.ts';
import { cancelOrder as cancelOnetimeOrder } from './onetime-order/cancel-order.ts';
import { createOrder as createOnetimeOrder } from './onetime-order/create-order.ts';
import { createProduct as createOnetimeProduct } from './onetime-product/create-product.ts';
import { publishProduct as publishOnetimeProduct } from './onetime-product/publish-product.ts';
import { createStore } from './store/create-store.ts';
import { updateStore } from './store/update-store.ts';

const table = {
  'api-key/create-key': createKey,
  'api-key/delete-key': deleteKey,
  'auth/issue-session-token': issueSessionToken,
  'checkout/create-session': createSession,
  'onetime-order/cancel-order': cancelOnetimeOrder,
  'onetime-order/create-order': createOnetimeOrder,
  'onetime-product/create-product': createOnetimeProduct,
  'onetime-product/publish-product': publishOnetimeProduct,
  'store/create-store': createStore,
  'store/update-store': updateStore,
} as const;

export type ActionName = keyof typeof table;

/** Every action by `<resource>/<action>`. The gateway checks the caller's kind before it runs one. */
export const actions: ReadonlyMap<string, Action> = new Map(Object.entries(table) as unknown as [string, Action][]);
