/** Moving averages. */

/** The mean of each value and the ones before it, `window` in all; null while there are fewer. */
export function trailingMeans(values: readonly number[], window: number): (number | null)[] {
  let sum = 0;
  return values.map((value, index) => {
    sum += value - (index >= window ? (values[index - window] ?? 0) : 0);
    return index + 1 < window ? null : sum / window;
  });
}
