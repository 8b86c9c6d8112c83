import type { OneCustomer } from '#components/dashboard/lists/customer-field.tsx';
import { findCustomer } from '#server/customers/data/customers.ts';
import type { requireScope } from '../../scope.ts';
import { customerName } from './customers/customer-line.ts';

/** The customer whose orders or payments a list shows; undefined for a list of all customers. */
export async function readOneCustomer(
  { db, scope, base }: Awaited<ReturnType<typeof requireScope>>,
  id: string | undefined,
): Promise<OneCustomer | undefined> {
  const customer = id === undefined ? undefined : await findCustomer(db, scope, id);
  return customer && { id: customer.id, name: customerName(customer), href: `${base}/customers/${customer.id}` };
}
