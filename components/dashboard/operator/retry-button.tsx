'use client';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '../use-action.ts';

/** Retries a failed run; the worker picks it up within seconds. */
export function RetryButton({ id, queue }: { id: string; queue: string }) {
  const retry = useAction('worker/retry-job', 'prod');
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button size="small" pending={retry.isPending} onClick={() => retry.mutate({ id })}>
        Retry<span className="sr-only"> {queue}</span>
      </Button>
      <p role="status" className="text-xs text-danger-text empty:hidden">
        {retry.error?.message}
      </p>
    </div>
  );
}
