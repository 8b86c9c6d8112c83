'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { buttonClass } from '#components/ui/button.tsx';
import { Menu, MenuChoices } from '#components/ui/menu.tsx';
import { type Theme, useTheme } from '#components/ui/use-theme.ts';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Sun }[];

/** Chooses light, dark or the system's theme. */
export function ThemeMenu() {
  const [theme, chooseTheme] = useTheme();
  const { icon: Icon } = themes.find(({ value }) => value === theme) ?? themes[0];
  return (
    <Menu
      label="Theme"
      align="end"
      triggerClass={buttonClass({ variant: 'ghost', size: 'icon' })}
      trigger={<Icon className="size-4" aria-hidden />}
    >
      <MenuChoices label="Theme" value={theme} onChange={chooseTheme} choices={themes} />
    </Menu>
  );
}
