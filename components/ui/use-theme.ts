'use client';
import { useSyncExternalStore } from 'react';

export const themeStorageKey = 'counterfoil-theme';
export type Theme = 'light' | 'dark' | 'system';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== themeStorageKey) return;
    apply(event.newValue);
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
  apply(theme);
  for (const listener of listeners) listener();
}

/** The theme saved on this device and its setter. Other open pages follow. */
export const useTheme = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, readTheme, () => 'system' as const),
  chooseTheme,
];
