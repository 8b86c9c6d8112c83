/** Figures for people: what the columns are called, and what stands in them. */
import type { Latency, Memory, ProcessorTime, Spread } from './rounds.ts';

export type Column<Figures> = readonly [head: string, of: (figures: Figures) => string];

export const spreadText = ({ median, min, max }: Spread): string => `${median} (${min}–${max})`;

export const latencyColumns: readonly Column<Latency>[] = [
  ['a second', ({ perSecond }) => spreadText(perSecond)],
  ['p50 ms', ({ p50Ms }) => spreadText(p50Ms)],
  ['p95', ({ p95Ms }) => spreadText(p95Ms)],
  ['p99', ({ p99Ms }) => spreadText(p99Ms)],
];

export const processorColumns: readonly Column<ProcessorTime>[] = [
  ['CPU ms', ({ cpuMs }) => spreadText(cpuMs)],
  ['PostgreSQL', ({ databaseCpuMs }) => spreadText(databaseCpuMs)],
];

export const memoryColumns: readonly Column<Memory>[] = [
  ['MiB, per 1000', (figures) => `${figures.peakMib}, ${signed(figures.growthMibPerThousand)}`],
  ['PostgreSQL', (figures) => `${figures.databasePeakMib}, ${signed(figures.databaseGrowthMibPerThousand)}`],
];

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/**
 * Each cell as wide as the widest of its column; the first to the left, all others to the right. The first row has all
 * columns, others may end before.
 */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((cells) => cells[place]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, place) => (place === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[place] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
