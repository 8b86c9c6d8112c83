/** The figures for people: a line for each thing, a column for each size, and what the largest takes more than the smallest. */
import type { ScaleFigures } from '../scale.ts';

export function tableOf(figures: ScaleFigures): string {
  const sizes = Object.keys(figures);
  const names = [...new Set(sizes.flatMap((size) => Object.keys(figures[size] ?? {})))];
  const head = ['p50 / p95 in ms'.padEnd(58), ...sizes.map((size) => size.padStart(18)), 'growth'.padStart(9)].join('');
  const lines = names.map((name) => {
    const timings = sizes.map((size) => figures[size]?.[name]);
    const cells = timings.map((timing) => (timing ? `${timing.p50Ms} / ${timing.p95Ms}` : '').padStart(18));
    const [first, last] = [timings[0]?.p50Ms, timings.at(-1)?.p50Ms];
    const growth = first && last ? `${(last / first).toFixed(2)}×` : '';
    return [name.padEnd(58), ...cells, growth.padStart(9)].join('');
  });
  return [head, ...lines].join('\n');
}
