/**
 * Whether this process is on its way out: it still answers, and says to whoever asks whether it is ready that it is not
 * (any more), so that nothing new is sent to it.
 */

/** On globalThis: the production server and Next's bundle are two copies of this module in one process. */
const kept = globalThis as typeof globalThis & { counterfoilIsDraining?: boolean };

/** For good: what drains ends. */
export function startDraining(): void {
  kept.counterfoilIsDraining = true;
}

export const isDraining = (): boolean => kept.counterfoilIsDraining === true;
