import type { HealthFacts } from '#components/dashboard/webhooks/health.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { type ReadScope, scopeOfStores } from '#server/platform/data/listing.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { WebhookFigures } from '#server/webhooks/data/webhook-figures.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';

/** The page's store and environment as a list query's scope. */
export const readScopeOf = ({
  environment,
  ...store
}: StoreScope & { readonly environment: Environment }): ReadScope => ({
  environment,
  ...scopeOfStores([store]),
  onSaleOnly: false,
});

/** A webhook's health over the last 24 hours. */
export function healthFacts(
  { id, pausedAt, failingSince }: Pick<Webhook, 'id' | 'pausedAt' | 'failingSince'>,
  figures: ReadonlyMap<string, WebhookFigures>,
): HealthFacts {
  const { attempted, arrived, medianMs, waiting } = figures.get(id) ?? {
    attempted: 0,
    arrived: 0,
    medianMs: null,
    waiting: 0,
  };
  return { pausedAt, failingSince, attempted, arrived, medianMs, waiting };
}
