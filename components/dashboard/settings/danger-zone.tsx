'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { DeletionBlocker } from '#server/stores/rules/store-deletion.ts';
import { useAction } from '../use-action.ts';

interface DangerZoneProps {
  store: { readonly id: string; readonly name: string };
  environment: Environment;
  isOwner: boolean;
  /** What is still in use and keeps the store from being deleted; counts above `maxShown` are shown as "more than". */
  blockers: readonly { readonly reason: DeletionBlocker; readonly count: number }[];
  maxShown: number;
  base: string;
}

/** What each of them is, one and several, and where it is looked after. */
const words: Readonly<Record<DeletionBlocker, readonly [one: string, several: string, path: string]>> = {
  active_products: ['active product', 'active products', '/products'],
  pending_orders: ['pending order', 'pending orders', '/orders'],
  active_subscriptions: ['running subscription', 'running subscriptions', '/subscriptions'],
  pending_tickets: ['open business verification', 'open business verifications', '/verification'],
  bound_emails: ['bound sender address', 'bound sender addresses', '/senders'],
  bound_domains: ['bound sender domain', 'bound sender domains', '/senders'],
};

/** What cannot be undone: handing the store over, and deleting it. */
export function DangerZone({ store, environment, isOwner, blockers, maxShown, base }: DangerZoneProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = useAction('store/delete-store', environment);
  const isBlocked = blockers.length > 0;
  return (
    <CardSection title="Danger zone" className="border-danger-text/40">
      <div className="flex flex-col gap-5 text-sm">
        {!isOwner && <Alert role="note">Only the store’s owner can hand it over or delete it.</Alert>}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-medium">Hand the store over</p>
            <p className="text-muted">Another member becomes its owner; you stay as an admin.</p>
          </div>
          {isOwner && <ButtonLink href={`${base}/members`}>Choose a member</ButtonLink>}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">Delete the store</p>
            <p className="text-muted">For good, in test and prod. Its address is never given again.</p>
          </div>
          <Button variant="danger" disabled={!isOwner || isBlocked} onClick={() => setOpen(true)}>
            Delete the store
          </Button>
        </div>
        {isBlocked && (
          <Alert tone="warning" role="note" title="Still in use, in test and prod together">
            <ul className="list-disc ps-5">
              {blockers.map(({ reason, count }) => {
                const [one, several, path] = words[reason];
                return (
                  <li key={reason}>
                    {count > maxShown ? `More than ${maxShown.toLocaleString('en')}` : count.toLocaleString('en')}{' '}
                    <Link href={`${base}${path}`}>{count === 1 ? one : several}</Link>
                  </li>
                );
              })}
            </ul>
          </Alert>
        )}
      </div>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Delete ${store.name}?`}
        confirmLabel="Delete for good"
        cancelLabel="Keep it"
        tone="danger"
        phrase={store.name}
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id: store.id }, { onSuccess: () => window.location.assign('/dashboard') })}
      >
        <p>
          Its products, orders, members and settings are gone from sight at once, for everybody. Nobody can bring them
          back.
        </p>
      </ConfirmDialog>
    </CardSection>
  );
}
