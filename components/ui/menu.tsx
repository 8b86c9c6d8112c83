'use client';
import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { hydratingClass } from './button.tsx';
import { Link } from './link.tsx';
import { useHydrated } from './use-hydrated.ts';

const itemClass =
  'flex min-h-11 w-full cursor-default items-center gap-2.5 rounded-control px-3 text-start text-sm outline-none select-none data-highlighted:bg-sunken sm:min-h-9';

/** A button that opens a menu, disabled until hydration. `trigger` is its content, `triggerClass` its look. */
export function Menu({
  label,
  trigger,
  triggerClass,
  children,
  align = 'start',
}: {
  /** The button's accessible name, if its content is not enough. */
  label?: string;
  trigger: ReactNode;
  triggerClass?: string;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  const isHydrated = useHydrated();
  return (
    <Base.Root>
      <Base.Trigger
        {...(label && { 'aria-label': label })}
        disabled={!isHydrated}
        className={clsx('min-w-0', !isHydrated && hydratingClass, triggerClass)}
      >
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-40 outline-none">
          <Base.Popup className="max-h-(--available-height) max-w-[min(20rem,calc(100vw-1rem))] min-w-56 overflow-y-auto rounded-card border border-border bg-surface p-1.5 text-text shadow-xl outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** An entry that opens a page; `current` marks the current one. */
export function MenuLink({
  href,
  icon: Icon,
  current = false,
  children,
}: {
  href: string;
  icon?: LucideIcon;
  current?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.LinkItem
      closeOnClick
      className={itemClass}
      render={<Link href={href} {...(current && { 'aria-current': 'true' as const })} />}
    >
      {Icon && <Icon className="size-4 shrink-0 text-muted" aria-hidden />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {current && <Check className="size-4 shrink-0" aria-hidden />}
    </Base.LinkItem>
  );
}

/** An entry that runs an action. */
export function MenuAction({
  onSelect,
  icon: Icon,
  children,
}: {
  onSelect: () => void;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <Base.Item className={itemClass} onClick={onSelect}>
      {Icon && <Icon className="size-4 shrink-0 text-muted" aria-hidden />}
      {children}
    </Base.Item>
  );
}

/** A group of radio entries. */
export function MenuChoices<Value extends string>({
  value,
  onChange,
  choices,
  label,
}: {
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  choices: readonly { value: Value; label: string; icon: LucideIcon }[];
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      {choices.map(({ value: choice, label: name, icon: Icon }) => (
        <Base.RadioItem key={choice} value={choice} className={itemClass}>
          <Icon className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="flex-1">{name}</span>
          <Base.RadioItemIndicator>
            <Check className="size-4" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1.5 h-px bg-border" />;

/** A note above a menu's entries. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div className="px-3 pt-1.5 pb-2 text-xs text-muted">{children}</div>
);
