/**
 * Whether this process is shutting down. It still answers requests but reports not ready, so that no new ones are sent.
 */

/** On globalThis: the production server and Next's bundle are two copies of this module in one process. */
const shared = globalThis as typeof globalThis & { counterfoilIsDraining?: boolean };

/** Irreversible: a draining process ends. */
export function startDraining(): void {
  shared.counterfoilIsDraining = true;
}

export const isDraining = (): boolean => shared.counterfoilIsDraining === true;
