/** Moving averages. */

/** The mean of each value and those right before it, `window` in all; null where there are not so many yet. */
export function trailingMeans(values: readonly number[], window: number): (number | null)[] {
  let sum = 0;
  return values.map((value, place) => {
    sum += value - (place >= window ? (values[place - window] ?? 0) : 0);
    return place + 1 < window ? null : sum / window;
  });
}
