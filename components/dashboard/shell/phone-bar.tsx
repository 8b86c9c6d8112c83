'use client';
import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { Nav } from './nav.tsx';
import { PlaceLink } from './place-link.tsx';
import { isAt, sectionsAt, type Waiting } from './places.ts';

const barClass = 'min-h-14 w-full flex-col justify-center gap-1 text-[0.6875rem] font-medium -outline-offset-2';
const inkOf = (current: boolean) => (current ? 'text-link' : 'text-muted hover:text-text');

/** The way about on phones: what is wanted most stands in a bar below, and all of it on a sheet behind "More". */
export function PhoneBar({ base, waiting }: { base: string; waiting: Waiting }) {
  const [isOpen, setOpen] = useState(false);
  const isAwake = useHydrated();
  const path = usePathname();
  const all = sectionsAt(base).flatMap(({ places }) => places);
  const inBar = all.filter((place) => place.inBar);
  const isElsewhere = !inBar.some((place) => isAt(base, place, path));
  return (
    <nav aria-label="Store">
      <ul className="grid grid-cols-5">
        {inBar.map((place) => (
          <li key={place.path} className="min-w-0">
            <PlaceLink
              place={place}
              base={base}
              current={isAt(base, place, path)}
              count={place.counts ? waiting[place.counts] : 0}
              isStacked
              className={clsx(barClass, inkOf(isAt(base, place, path)))}
              iconClass="size-5"
            />
          </li>
        ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={!isAwake}
            onClick={() => setOpen(true)}
            className={clsx('flex items-center', barClass, inkOf(isElsewhere))}
          >
            <Ellipsis className="size-5" aria-hidden />
            <span className="truncate">More</span>
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onOpenChange={setOpen} title="All pages">
        <Nav base={base} waiting={waiting} inSheet onChoose={() => setOpen(false)} />
      </Dialog>
    </nav>
  );
}
