'use client';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Tabs with their panels. `value` and `onChange` make the selection controlled. */
export function Tabs({
  tabs,
  label,
  value,
  onChange,
}: {
  tabs: readonly Tab[];
  label: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
  const control = value === undefined ? { defaultValue: tabs[0]?.value } : { value };
  return (
    <Base.Root {...control} onValueChange={(next) => onChange?.(String(next))} className="flex min-w-0 flex-col gap-4">
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-border">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-text data-active:border-primary data-active:text-text sm:min-h-10"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
