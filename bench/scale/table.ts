/** The figures for people: a line for each thing and size, with what the largest takes more than the smallest. */
import type { Memory, ProcessorTime } from '../rounds.ts';
import type { ScaleFigures } from '../scale.ts';
import { aligned, type Column, latencyColumns, memoryColumns, processorColumns } from '../table.ts';
import type { Timing } from './measure.ts';

export function tableOf(figures: ScaleFigures): string {
  const sizes = Object.keys(figures);
  const names = [...new Set(sizes.flatMap((size) => Object.keys(figures[size] ?? {})))];
  const [, ...times] = latencyColumns;
  const head = [
    'one at a time',
    'orders',
    'asked',
    'growth',
    ...times.map(nameOf),
    ...processorColumns.map(nameOf),
    ...memoryColumns.map(nameOf),
  ];
  const rows = names.flatMap((name) => {
    const least = figures[sizes[0] ?? '']?.[name]?.p50Ms.median;
    return sizes.flatMap((size, place) => {
      const timing = figures[size]?.[name];
      if (!timing) return [];
      const growth =
        place > 0 && place === sizes.length - 1 && least ? `${(timing.p50Ms.median / least).toFixed(2)}×` : '';
      const cells = times.map(([, of]) => of(timing));
      const processor = hasProcessorTime(timing) ? processorColumns.map(([, of]) => of(timing)) : [];
      const memory = hasMemory(timing) ? memoryColumns.map(([, of]) => of(timing)) : [];
      return [[place === 0 ? name : '', size, String(timing.n), growth, ...cells, ...processor, ...memory]];
    });
  });
  return aligned([head, ...rows]);
}

const nameOf = ([head]: Column<never>): string => head;

const hasProcessorTime = (timing: Timing): timing is Timing & ProcessorTime => timing.cpuMs !== undefined;
const hasMemory = (timing: Timing): timing is Timing & Memory => timing.peakMib !== undefined;
