/** The smallest step of 1, 2 or 5 times a power of ten that reaches `max` in at most `maxSteps` steps, from `minStep` on. */
function stepFor(max: number, maxSteps: number, minStep: number): number {
  let step = minStep;
  for (const factors = [2, 2.5, 2]; step * maxSteps < max; ) {
    const factor = factors.shift() ?? 2;
    step *= factor;
    factors.push(factor);
  }
  return step;
}

/** The values on a chart's axis, from 0 to `max` or just above; `unit` is the smallest step between them. */
export function axisTicks(max: number, unit: number, maxSteps = 4): number[] {
  const step = stepFor(Math.max(max, unit), maxSteps, unit);
  return Array.from({ length: Math.ceil(Math.max(max, unit) / step) + 1 }, (_, index) => index * step);
}
