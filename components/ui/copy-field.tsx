import { clsx } from 'clsx';
import { CopyButton } from './copy-button.tsx';

/** A value with a copy button. Long values are truncated on screen and copied in full. */
export function CopyField({ value, label, className }: { value: string; label: string; className?: string }) {
  return (
    <span
      className={clsx('flex min-w-0 items-center gap-1 rounded-control border border-border bg-sunken ps-3', className)}
    >
      <code className="min-w-0 flex-1 truncate font-mono text-sm" title={value}>
        {value}
      </code>
      <CopyButton value={value} label={label} compact variant="ghost" />
    </span>
  );
}
