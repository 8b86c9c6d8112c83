'use client';
import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { Nav } from './nav.tsx';
import { NavLink } from './nav-link.tsx';
import { isAt, type OpenCounts, sectionsAt } from './nav-pages.ts';

const barClass = 'min-h-14 w-full flex-col justify-center gap-1 text-[0.6875rem] font-medium -outline-offset-2';
const inkOf = (current: boolean) => (current ? 'text-link' : 'text-muted hover:text-text');

/** Navigation on phones: the main pages in a bar at the bottom, all pages in a sheet behind "More". */
export function PhoneBar({ base, openCounts }: { base: string; openCounts: OpenCounts }) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const path = usePathname();
  const all = sectionsAt(base).flatMap(({ pages }) => pages);
  const inBar = all.filter((page) => page.inBar);
  const isElsewhere = !inBar.some((page) => isAt(base, page, path));
  return (
    <nav aria-label="Store">
      <ul className="grid grid-cols-5">
        {inBar.map((page) => (
          <li key={page.path} className="min-w-0">
            <NavLink
              page={page}
              base={base}
              current={isAt(base, page, path)}
              count={page.counts ? openCounts[page.counts] : 0}
              isStacked
              className={clsx(barClass, inkOf(isAt(base, page, path)))}
              iconClass="size-5"
            />
          </li>
        ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={!isHydrated}
            onClick={() => setOpen(true)}
            className={clsx('flex items-center', barClass, inkOf(isElsewhere))}
          >
            <Ellipsis className="size-5" aria-hidden />
            <span className="truncate">More</span>
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onOpenChange={setOpen} title="All pages">
        <Nav base={base} openCounts={openCounts} inSheet onChoose={() => setOpen(false)} />
      </Dialog>
    </nav>
  );
}
