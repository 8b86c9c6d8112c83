/** The signed-in customer, shown on every page, so that a person lured into another's session can notice it. */
import type { Database } from '#db/client.ts';
import { findBuyersEmail } from '#server/billing/orders/data/buyer-orders.ts';
import { readEmail } from '#server/customers/rules/portal.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Settings } from '#server/platform/settings.ts';
import { configuredProvider } from '#server/providers/rules/payment-provider.ts';
import type { Visit } from './visit.ts';

/** Whether payments are real: never in `test`, and not with the sandbox in live mode (`demonstration`). */
export type PortalMode = 'test' | 'demonstration' | 'live';

export interface PortalVisitor {
  /** The email address if known: a merchant's own customer id means nothing to the customer. */
  readonly name: string;
  readonly environment: Environment;
  readonly mode: PortalMode;
}

export function modeOf(environment: Environment, settings: Settings): PortalMode {
  if (environment === 'test') return 'test';
  return configuredProvider(environment, settings) === 'sandbox' ? 'demonstration' : 'live';
}

export async function describeVisitor(db: Database, visit: Visit, settings: Settings): Promise<PortalVisitor> {
  const { buyerIdentity, environment } = visit;
  const email = readEmail(buyerIdentity) ?? (await findBuyersEmail(db, visit));
  return { name: email ?? buyerIdentity, environment, mode: modeOf(environment, settings) };
}
