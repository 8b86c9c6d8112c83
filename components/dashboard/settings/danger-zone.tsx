'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { DeletionBlocker } from '#server/stores/rules/store-deletion.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface DangerZoneProps {
  store: { readonly id: string; readonly name: string };
  environment: Environment;
  isOwner: boolean;
  /** Objects that block the deletion. Counts above `maxShown` read "more than". */
  blockers: readonly { readonly reason: DeletionBlocker; readonly count: number }[];
  maxShown: number;
  base: string;
}

/** Each blocker's singular, plural and page. */
const blockerLinks: Readonly<Record<DeletionBlocker, readonly [singular: string, plural: string, path: string]>> = {
  active_products: ['active product', 'active products', '/products'],
  pending_orders: ['pending order', 'pending orders', '/orders'],
  active_subscriptions: ['active subscription', 'active subscriptions', '/subscriptions'],
  pending_tickets: ['pending verification', 'pending verifications', '/verification'],
  bound_emails: ['verified sender address', 'verified sender addresses', '/senders'],
  bound_domains: ['verified sender domain', 'verified sender domains', '/senders'],
};

/** Irreversible actions: transferring and deleting the store. */
export function DangerZone({ store, environment, isOwner, blockers, maxShown, base }: DangerZoneProps) {
  const remove = useAction('store/delete-store', environment);
  const isBlocked = blockers.length > 0;
  return (
    <CardSection title="Danger zone" className="border-danger-text/40">
      <div className="flex flex-col gap-5 text-sm">
        {!isOwner && <Alert role="note">Only the store owner can transfer or delete the store.</Alert>}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-medium">Transfer ownership</p>
            <p className="text-muted">Another member becomes the owner. You stay as an admin.</p>
          </div>
          {isOwner && <ButtonLink href={`${base}/members`}>Choose member</ButtonLink>}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">Delete store</p>
            <p className="text-muted">Permanently deletes test and live data. The store URL can’t be reused.</p>
          </div>
          <ConfirmAction
            action={remove}
            body={{ id: store.id }}
            leave={() => window.location.assign('/dashboard')}
            button={(open) => (
              <Button variant="danger" disabled={!isOwner || isBlocked} onClick={open}>
                Delete store
              </Button>
            )}
            title={`Delete ${store.name}?`}
            confirmLabel="Delete store"
            tone="danger"
            phrase={store.name}
          >
            <p>All members lose access to its products, orders and settings immediately. This can’t be undone.</p>
          </ConfirmAction>
        </div>
        {isBlocked && (
          <Alert tone="warning" role="note" title="Resolve these before deleting the store (test and live)">
            <ul className="list-disc ps-5">
              {blockers.map(({ reason, count }) => {
                const [singular, plural, path] = blockerLinks[reason];
                return (
                  <li key={reason}>
                    {count > maxShown ? `More than ${maxShown.toLocaleString('en')}` : count.toLocaleString('en')}{' '}
                    <Link href={`${base}${path}`}>{count === 1 ? singular : plural}</Link>
                  </li>
                );
              })}
            </ul>
          </Alert>
        )}
      </div>
    </CardSection>
  );
}
