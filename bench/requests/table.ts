/** The figures of a case for people. */
import type { Figures, Spread } from './rounds.ts';
import type { CaseFigures } from './run.ts';

const spread = ({ median, min, max }: Spread): string => `${median} (${min}–${max})`;

/** The columns, and what stands in them. */
const columns: readonly (readonly [head: string, of: (figures: Figures) => string])[] = [
  ['a second', ({ at50 }) => spread(at50.perSecond)],
  ['p50 ms', ({ at50 }) => spread(at50.p50Ms)],
  ['p95', ({ at50 }) => spread(at50.p95Ms)],
  ['p99', ({ at50 }) => spread(at50.p99Ms)],
  ['alone: a second', ({ at1 }) => spread(at1.perSecond)],
  ['p50 / p95 / p99 ms', ({ at1 }) => [at1.p50Ms, at1.p95Ms, at1.p99Ms].map(({ median }) => median).join(' / ')],
  ['CPU ms', ({ cpuMs }) => spread(cpuMs)],
  ['PostgreSQL', ({ databaseCpuMs }) => spread(databaseCpuMs)],
  ['MiB, per 1000', (figures) => `${figures.peakMib}, ${signed(figures.growthMibPerThousand)}`],
  ['PostgreSQL', (figures) => `${figures.databasePeakMib}, ${signed(figures.databaseGrowthMibPerThousand)}`],
];

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));
const percent = (share: number): string => `${Math.round(100 * share)} %`;

export function tableOf({ case: name, statements, ofEcho, ofSameSql, goals, ...figures }: CaseFigures): string {
  const rows = [
    { name: '', of: '', cells: columns.map(([head]) => head) },
    { name: 'echo', of: percent(ofEcho), cells: cellsOf(figures.echo) },
    { name: 'same SQL', of: percent(ofSameSql), cells: cellsOf(figures.sameSql) },
    { name: 'the service', of: '', cells: cellsOf(figures.service) },
  ];
  const widths = columns.map((_, place) => Math.max(...rows.map(({ cells }) => cells[place]?.length ?? 0)));
  const lines = rows.map((row) =>
    [
      row.name.padEnd(11),
      row.of.padStart(5),
      ...row.cells.map((cell, place) => cell.padStart((widths[place] ?? 0) + 1)),
    ].join(' '),
  );
  const told = goals.map(({ says, figure, isMet }) => `  ${isMet ? 'met' : 'MISSED'}: ${says}: ${figure}`);
  return [`${name}, ${statements} statements, at 50 connections and alone`, ...lines, ...told].join('\n');
}

const cellsOf = (figures: Figures): string[] => columns.map(([, of]) => of(figures));
