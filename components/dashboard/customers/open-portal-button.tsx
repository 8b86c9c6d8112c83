'use client';
import { ExternalLink } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '../use-action.ts';

/** Opens the customer portal in a new tab, signed in as the customer. */
export function OpenPortalButton({ storeId, customerId }: { storeId: string; customerId: string }) {
  const open = useAction<{ url: string }>('customer/open-portal', 'test');
  const start = () => {
    // Opened synchronously on press: browsers block tabs that open later.
    const tab = window.open('', '_blank');
    open.mutate(
      { storeId, id: customerId },
      { onSuccess: ({ url }) => (tab ?? window).location.assign(url), onError: () => tab?.close() },
    );
  };
  return (
    <>
      {open.error && <Alert tone="danger">{open.error.message}</Alert>}
      <Button onClick={start} pending={open.isPending}>
        <ExternalLink className="size-4" aria-hidden />
        Open portal as customer
      </Button>
    </>
  );
}
