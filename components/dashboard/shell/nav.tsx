'use client';
import { clsx } from 'clsx';
import {
  BadgeCheck,
  Clock,
  Ellipsis,
  History,
  KeyRound,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailCheck,
  Package,
  Palette,
  ReceiptText,
  ScrollText,
  Settings,
  Undo2,
  Webhook,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Menu, MenuLink } from '../../ui/menu.tsx';

/** How much there is that waits for the merchant. */
export interface Waiting {
  readonly refundRequests: number;
}

interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** In the bar, where there is less room. */
  readonly short?: string;
  /** What of it waits for the merchant: its number stands beside the name. */
  readonly counts?: keyof Waiting;
  /** Not there in prod. */
  readonly isOfTest?: true;
}

/** A section without a name has no heading. On phones the first places stand in the bar, the others behind "More". */
const sections: readonly { readonly name?: string; readonly places: readonly Place[] }[] = [
  {
    places: [
      { path: '', label: 'Overview', icon: LayoutDashboard },
      { path: '/products', label: 'Products', icon: Package },
      { path: '/orders', label: 'Orders', icon: ReceiptText },
      { path: '/refund-requests', label: 'Refund requests', short: 'Refunds', icon: Undo2, counts: 'refundRequests' },
      { path: '/balances', label: 'Balances', icon: Landmark },
    ],
  },
  {
    name: 'Developers',
    places: [
      { path: '/keys', label: 'API keys', icon: KeyRound },
      { path: '/requests', label: 'Request log', icon: ScrollText },
      { path: '/webhooks', label: 'Webhooks', icon: Webhook },
      { path: '/test-clock', label: 'Test clock', icon: Clock, isOfTest: true },
    ],
  },
  {
    name: 'Store',
    places: [
      { path: '/settings', label: 'Settings', icon: Settings },
      { path: '/checkout', label: 'Checkout', icon: Palette },
      { path: '/verification', label: 'Business verification', icon: BadgeCheck },
      { path: '/senders', label: 'Senders', icon: MailCheck },
      { path: '/emails', label: 'Emails', icon: Mail },
      { path: '/audit', label: 'Audit log', icon: History },
    ],
  },
];
/** Those that there are in the environment below that address. */
const placesAt = (base: string, places: readonly Place[]) =>
  places.filter(({ isOfTest }) => !isOfTest || base.endsWith('/test'));
const placesInBar = 4;

/** The store's pages: a column at the side, or a bar below on phones. */
export function Nav({ base, kind, waiting }: { base: string; kind: 'side' | 'bar'; waiting: Waiting }) {
  const countOf = ({ counts }: Place) => (counts ? waiting[counts] : 0);
  const path = usePathname();
  const isCurrent = ({ path: place }: Place) => {
    const href = `${base}${place}`;
    return place === '' ? path === base : path === href || path.startsWith(`${href}/`);
  };
  return (
    <nav aria-label="Store">
      {kind === 'bar' ? (
        <Bar base={base} isCurrent={isCurrent} countOf={countOf} />
      ) : (
        <Side base={base} isCurrent={isCurrent} countOf={countOf} />
      )}
    </nav>
  );
}

interface KindProps {
  base: string;
  isCurrent: (place: Place) => boolean;
  countOf: (place: Place) => number;
}

function Side({ base, isCurrent, countOf }: KindProps) {
  return (
    <div className="flex flex-col gap-4">
      {sections.map(({ name, places }) => (
        <div key={name ?? 'main'}>
          {name && (
            <p id={`nav-${name}`} className="px-3 pb-1 text-xs font-medium text-muted">
              {name}
            </p>
          )}
          <ul className="flex flex-col gap-0.5" {...(name && { 'aria-labelledby': `nav-${name}` })}>
            {placesAt(base, places).map((place) => (
              <li key={place.path} className="min-w-0">
                <PlaceLink
                  place={place}
                  base={base}
                  current={isCurrent(place)}
                  count={countOf(place)}
                  className={clsx(
                    'min-h-10 gap-2.5 rounded-control px-3 text-sm font-medium',
                    isCurrent(place) ? 'bg-sunken text-text' : 'text-muted hover:text-text',
                  )}
                  iconClass="size-4"
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const barClass = 'min-h-14 w-full flex-col justify-center gap-1 text-[0.6875rem] font-medium';
const barInk = (current: boolean) => (current ? 'text-link' : 'text-muted hover:text-text');

function Bar({ base, isCurrent, countOf }: KindProps) {
  const allPlaces = placesAt(
    base,
    sections.flatMap(({ places }) => places),
  );
  const more = allPlaces.slice(placesInBar);
  const isInMore = more.some(isCurrent);
  return (
    <ul className="grid grid-cols-5">
      {allPlaces.slice(0, placesInBar).map((place) => (
        <li key={place.path} className="min-w-0">
          <PlaceLink
            place={{ ...place, label: place.short ?? place.label }}
            base={base}
            current={isCurrent(place)}
            count={countOf(place)}
            isStacked
            className={clsx(barClass, barInk(isCurrent(place)))}
            iconClass="size-5"
          />
        </li>
      ))}
      <li className="min-w-0">
        <Menu
          align="end"
          triggerClass={clsx('flex items-center -outline-offset-2', barClass, barInk(isInMore))}
          trigger={
            <>
              <Ellipsis className="size-5" aria-hidden />
              <span className="truncate">More</span>
            </>
          }
        >
          {more.map((place) => (
            <MenuLink key={place.path} href={`${base}${place.path}`} icon={place.icon} current={isCurrent(place)}>
              {place.label}
            </MenuLink>
          ))}
        </Menu>
      </li>
    </ul>
  );
}

interface PlaceLinkProps {
  place: Place;
  base: string;
  current: boolean;
  count: number;
  /** The icon stands above the name, and the number on its shoulder. */
  isStacked?: boolean;
  className: string;
  iconClass: string;
}

function PlaceLink({ place, base, current, count, isStacked = false, className, iconClass }: PlaceLinkProps) {
  const { path, label, icon: Icon } = place;
  return (
    <Link
      href={`${base}${path}`}
      aria-current={current ? 'page' : undefined}
      className={clsx('relative flex items-center -outline-offset-2', className)}
    >
      <Icon className={clsx('shrink-0', iconClass)} aria-hidden />
      <span className={clsx('truncate', isStacked && 'max-w-full')}>{label}</span>
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
    <span className="sr-only"> waiting</span>
  </span>
);
