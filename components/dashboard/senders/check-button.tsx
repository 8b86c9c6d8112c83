'use client';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** Looks up a domain's DNS record immediately. */
export function CheckButton({ id, domain, environment }: { id: string; domain: string; environment: Environment }) {
  const check = useAction('sender-domain/check-domain', environment);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" pending={check.isPending} onClick={() => check.mutate({ id })}>
        Verify now<span className="sr-only"> {domain}</span>
      </Button>
      <p role="status" className="text-sm text-danger-text">
        {check.error?.message}
      </p>
    </div>
  );
}
