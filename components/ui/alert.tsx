import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const tones = {
  info: { icon: Info, look: 'bg-info-soft', ink: 'text-info-text' },
  success: { icon: CircleCheck, look: 'bg-success-soft', ink: 'text-success-text' },
  warning: { icon: TriangleAlert, look: 'bg-warning-soft', ink: 'text-warning-text' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft', ink: 'text-danger-text' },
} as const;

interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` interrupts a screen reader, `status` is announced when it is idle, `note` is not announced. */
  role?: 'alert' | 'status' | 'note';
  className?: string;
}

/** A message in the page. Danger is an `alert` by default, other tones are a `status`. */
export function Alert({
  tone = 'info',
  title,
  children,
  role = tone === 'danger' ? 'alert' : 'status',
  className,
}: AlertProps) {
  const { icon: Icon, look, ink } = tones[tone];
  return (
    <div
      role={role}
      className={clsx('flex items-start gap-2.5 rounded-control p-3 text-sm text-text', look, className)}
    >
      <Icon className={clsx('mt-0.5 size-4 shrink-0', ink)} aria-hidden />
      <div className="flex min-w-0 flex-col gap-1 [&_a]:font-medium [&_a]:underline">
        {title && <p className={clsx('font-semibold', ink)}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
