'use client';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '../use-action.ts';

/** Marks an account's email address as verified. */
export function VerifyAddressButton({ merchantId, name }: { merchantId: string; name: string }) {
  const verify = useAction('operator/verify-address', 'prod');
  return (
    <>
      <Button size="small" pending={verify.isPending} onClick={() => verify.mutate({ merchantId })}>
        Verify email<span className="sr-only"> of {name}</span>
      </Button>
      <p role="status" className="text-xs text-danger-text empty:hidden">
        {verify.error?.message}
      </p>
    </>
  );
}
