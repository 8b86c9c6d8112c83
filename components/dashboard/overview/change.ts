/** Compares a figure with the one of the previous period. */

export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly verdict: 'better' | 'worse' | 'neutral';
  /** As short as `+12.5%`. */
  readonly text: string;
  /** The same in words, for screen readers. */
  readonly words: string;
}

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const unchanged = { direction: 'same', verdict: 'neutral' } as const;

/** The relative change of a count or an amount. */
export function changeOfAmount(now: number, before: number): Change {
  if (now === before) return { ...unchanged, text: 'No change', words: 'no change' };
  if (before === 0) return { direction: 'up', verdict: 'better', text: 'New', words: 'none in the previous period' };
  const share = (100 * (now - before)) / Math.abs(before);
  return changeOf(share, '%', 'percent', false);
}

/** The change of a share between 0 and 1, in percentage points. Null if either share is undefined. */
export function changeOfShare(now: number | null, before: number | null, isLessBetter = false): Change | null {
  if (now === null || before === null) return null;
  return changeOf(100 * (now - before), ' pts', 'percentage points', isLessBetter);
}

function changeOf(difference: number, sign: string, unit: string, isLessBetter: boolean): Change {
  const size = oneDigit.format(Math.abs(difference));
  if (size === '0') return { ...unchanged, text: 'No change', words: 'no change' };
  const isMore = difference > 0;
  return {
    direction: isMore ? 'up' : 'down',
    verdict: isMore === isLessBetter ? 'worse' : 'better',
    text: `${isMore ? '+' : '−'}${size}${sign}`,
    words: `${isMore ? 'up' : 'down'} ${size} ${unit} from the previous period, ${isMore === isLessBetter ? 'worse' : 'better'}`,
  };
}
