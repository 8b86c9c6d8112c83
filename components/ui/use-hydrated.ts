'use client';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this page has come to life in the browser: false on the server and while hydrating. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
