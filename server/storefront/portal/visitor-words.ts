/** Who is visiting, as every page of the portal says it: whoever was lured in as somebody else can see that. */
import type { Database } from '#db/client.ts';
import { findBuyersEmail } from '#server/billing/orders/data/buyer-orders.ts';
import { readEmail } from '#server/customers/rules/portal.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Settings } from '#server/platform/settings.ts';
import { configuredProvider } from '#server/providers/rules/payment-provider.ts';
import type { Visit } from './visit.ts';

/** Whether money moves here: never in `test`; in prod not where the sandbox sells (`demonstration`). */
export type PortalMode = 'test' | 'demonstration' | 'live';

export interface PortalVisitor {
  /** An email address where one is known: a merchant's own id for somebody means nothing to them. */
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
