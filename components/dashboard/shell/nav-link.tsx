import { clsx } from 'clsx';
import { Link } from '#components/ui/link.tsx';
import type { NavPage } from './nav-pages.ts';

interface NavLinkProps {
  page: NavPage;
  base: string;
  current: boolean;
  count: number;
  /** For the bottom bar: the icon above the short label, with the count at the icon's corner. */
  isStacked?: boolean;
  className: string;
  iconClass: string;
  onClick?: () => void;
}

/** A navigation link to one of the store's pages. */
export function NavLink(props: NavLinkProps) {
  const { page, base, current, count, isStacked = false, className, iconClass, onClick } = props;
  const { path, label, inBar, icon: Icon } = page;
  return (
    <Link
      href={`${base}${path}`}
      aria-current={current ? 'page' : undefined}
      className={clsx('relative flex items-center -outline-offset-2', className)}
      {...(onClick && { onClick })}
    >
      <Icon className={clsx('shrink-0', iconClass)} aria-hidden />
      <span className={isStacked ? 'max-w-full truncate' : 'min-w-0 leading-tight'}>
        {isStacked ? (inBar ?? label) : label}
      </span>
      {count > 0 && <Count count={count} className={isStacked ? 'absolute start-1/2 top-1 ms-1' : 'ms-auto'} />}
    </Link>
  );
}

const Count = ({ count, className }: { count: number; className: string }) => (
  <span
    className={clsx(
      'inline-flex min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs font-medium text-on-primary tabular-nums',
      className,
    )}
  >
    {count > 99 ? '99+' : count}
    <span className="sr-only"> open</span>
  </span>
);
