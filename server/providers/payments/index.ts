/** Which payment provider takes an environment's payments. */
import type { Database } from '../../../db/client.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';

/** The provider for payments now: the sandbox, the only one there is, in both environments. */
export const paymentProvider = (db: Database): PaymentProvider => sandboxProvider(db);
