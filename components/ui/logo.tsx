import { clsx } from 'clsx';

/** The logo: a ticket with a perforated stub. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={clsx('shrink-0', className)} aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--primary)" />
      <path d="M7 9.5h6.5v13H7a1.5 1.5 0 0 1-1.5-1.5V11A1.5 1.5 0 0 1 7 9.5Z" fill="var(--on-primary)" />
      <path
        d="M17.5 9.5H25a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-7.5"
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="1.8"
      />
      <path d="M16 8v16" stroke="var(--on-primary)" strokeWidth="1.6" strokeDasharray="1.6 2.2" strokeLinecap="round" />
    </svg>
  );
}
