'use client';
import { clsx } from 'clsx';
import {
  BadgeCheck,
  Ellipsis,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  Package,
  Palette,
  ReceiptText,
  ScrollText,
  Settings,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Menu, MenuLink } from '../../ui/menu.tsx';

interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** A section without a name has no heading. On phones the first places stand in the bar, the others behind "More". */
const sections: readonly { readonly name?: string; readonly places: readonly Place[] }[] = [
  {
    places: [
      { path: '', label: 'Overview', icon: LayoutDashboard },
      { path: '/products', label: 'Products', icon: Package },
      { path: '/orders', label: 'Orders', icon: ReceiptText },
    ],
  },
  {
    name: 'Developers',
    places: [
      { path: '/keys', label: 'API keys', icon: KeyRound },
      { path: '/requests', label: 'Request log', icon: ScrollText },
    ],
  },
  {
    name: 'Store',
    places: [
      { path: '/settings', label: 'Settings', icon: Settings },
      { path: '/checkout', label: 'Checkout', icon: Palette },
      { path: '/verification', label: 'Business verification', icon: BadgeCheck },
      { path: '/senders', label: 'Senders', icon: MailCheck },
    ],
  },
];
const allPlaces = sections.flatMap(({ places }) => places);
const placesInBar = 4;

/** The store's pages: a column at the side, or a bar below on phones. */
export function Nav({ base, kind }: { base: string; kind: 'side' | 'bar' }) {
  const path = usePathname();
  const isCurrent = ({ path: place }: Place) => {
    const href = `${base}${place}`;
    return place === '' ? path === base : path === href || path.startsWith(`${href}/`);
  };
  return (
    <nav aria-label="Store">
      {kind === 'bar' ? <Bar base={base} isCurrent={isCurrent} /> : <Side base={base} isCurrent={isCurrent} />}
    </nav>
  );
}

interface KindProps {
  base: string;
  isCurrent: (place: Place) => boolean;
}

function Side({ base, isCurrent }: KindProps) {
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
            {places.map((place) => (
              <li key={place.path} className="min-w-0">
                <PlaceLink
                  place={place}
                  base={base}
                  current={isCurrent(place)}
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

function Bar({ base, isCurrent }: KindProps) {
  const more = allPlaces.slice(placesInBar);
  const isInMore = more.some(isCurrent);
  return (
    <ul className="grid grid-cols-5">
      {allPlaces.slice(0, placesInBar).map((place) => (
        <li key={place.path} className="min-w-0">
          <PlaceLink
            place={place}
            base={base}
            current={isCurrent(place)}
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

function PlaceLink({
  place: { path, label, icon: Icon },
  base,
  current,
  className,
  iconClass,
}: {
  place: Place;
  base: string;
  current: boolean;
  className: string;
  iconClass: string;
}) {
  return (
    <Link
      href={`${base}${path}`}
      aria-current={current ? 'page' : undefined}
      className={clsx('flex items-center -outline-offset-2', className)}
    >
      <Icon className={iconClass} aria-hidden />
      <span className="truncate">{label}</span>
    </Link>
  );
}
