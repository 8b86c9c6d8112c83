import { originListAction } from './origin-list.ts';

/**
 * `store/update-return-origins` (dashboard only): the sites that a public caller's `successUrl` may point to. Empty:
 * any site.
 */
export const updateReturnOrigins = originListAction(
  'checkoutReturnOrigins',
  'Set the sites that public checkouts may redirect to',
);
