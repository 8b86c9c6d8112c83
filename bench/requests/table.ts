/** The figures of a case for people. */
import {
  aligned,
  type Column,
  latencyColumns,
  memoryColumns,
  percent,
  processorColumns,
  spreadText,
} from '../table.ts';
import type { Figures } from './rounds.ts';
import type { CaseFigures } from './run.ts';

const columns: readonly Column<Figures>[] = [
  ...latencyColumns.map(([head, of]): Column<Figures> => [head, ({ at50 }) => of(at50)]),
  ['alone: a second', ({ at1 }) => spreadText(at1.perSecond)],
  ['p50 / p95 / p99 ms', ({ at1 }) => [at1.p50Ms, at1.p95Ms, at1.p99Ms].map(({ median }) => median).join(' / ')],
  ...processorColumns,
  ...memoryColumns,
];

export function tableOf({ case: name, statements, ofEcho, ofSameSql, goals, ...figures }: CaseFigures): string {
  const rows = [
    ['', '', ...columns.map(([head]) => head)],
    ['echo', percent(ofEcho), ...cellsOf(figures.echo)],
    ['same SQL', percent(ofSameSql), ...cellsOf(figures.sameSql)],
    ['the service', '', ...cellsOf(figures.service)],
  ];
  const told = goals.map(({ says, figure, isMet }) => `  ${isMet ? 'met' : 'MISSED'}: ${says}: ${figure}`);
  return [`${name}, ${statements} statements, at 50 connections and alone`, aligned(rows), ...told].join('\n');
}

const cellsOf = (figures: Figures): string[] => columns.map(([, of]) => of(figures));
