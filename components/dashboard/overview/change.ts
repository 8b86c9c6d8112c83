/** How a figure compares with the one before, in a sign and in words. */

export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly verdict: 'better' | 'worse' | 'neither';
  /** As short as `+12.5%`. */
  readonly text: string;
  /** The same in words. */
  readonly words: string;
}

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const nothing = { direction: 'same', verdict: 'neither' } as const;

/** Of counts and amounts: by how much of what there was. */
export function changeOfAmount(now: number, before: number): Change {
  if (now === before) return { ...nothing, text: 'No change', words: 'as before' };
  if (before === 0)
    return { direction: 'up', verdict: 'better', text: 'None before', words: 'there was nothing before' };
  const share = (100 * (now - before)) / Math.abs(before);
  return changeOf(share, '%', 'percent', false);
}

/** Of shares of 1, in percentage points. Null where one of them has nothing to be a share of. */
export function changeOfShare(now: number | null, before: number | null, isLessBetter = false): Change | null {
  if (now === null || before === null) return null;
  return changeOf(100 * (now - before), ' pts', 'percentage points', isLessBetter);
}

function changeOf(difference: number, sign: string, unit: string, isLessBetter: boolean): Change {
  const size = oneDigit.format(Math.abs(difference));
  if (size === '0') return { ...nothing, text: 'No change', words: 'as before' };
  const isMore = difference > 0;
  return {
    direction: isMore ? 'up' : 'down',
    verdict: isMore === isLessBetter ? 'worse' : 'better',
    text: `${isMore ? '+' : '−'}${size}${sign}`,
    words: `${size} ${unit} ${isMore ? 'more' : 'less'} than before, which is ${isMore === isLessBetter ? 'worse' : 'better'}`,
  };
}
