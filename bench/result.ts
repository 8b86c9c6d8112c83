/** The result of a run: one Markdown file with a table per case. */
import { cpus, totalmem } from 'node:os';
import type { Figures, Spread } from './measure.ts';

/** Cells by column. */
export type Row = Readonly<Record<string, string | number>>;

export interface Goal {
  readonly text: string;
  readonly figure: number;
  readonly isMet: boolean;
}

/** Of server, pages and worker in one process. The peak is 0 where it cannot be measured. */
export const memoryGoal = (peakMib: number): Goal => ({
  text: 'at most 400 MiB of memory',
  figure: peakMib,
  isMet: peakMib > 0 && peakMib <= 400,
});

export interface Result {
  readonly case: string;
  readonly rows: readonly Row[];
  readonly notes?: readonly string[];
  readonly goals?: readonly Goal[];
}

const columns: Readonly<Record<keyof Figures, string>> = {
  perSecond: 'per second',
  p50Ms: 'p50 ms',
  p95Ms: 'p95 ms',
  p99Ms: 'p99 ms',
  cpuMs: 'CPU ms',
  databaseCpuMs: 'PostgreSQL CPU ms',
  statements: 'statements',
  rows: 'rows written',
  indexEntries: 'index entries',
  peakMib: 'peak MiB',
  growthMib: 'MiB per 1,000',
};

/** The cells of some figures, after the cells of `first`. */
export function rowOf(first: Row, figures: Partial<Figures>): Row {
  const known = (Object.keys(columns) as (keyof Figures)[]).filter((name) => figures[name] !== undefined);
  return { ...first, ...Object.fromEntries(known.map((name) => [columns[name], cellOf(figures[name])])) };
}

function cellOf(value: Spread | number | undefined): string | number {
  if (value === undefined || Number.isNaN(value)) return '';
  if (typeof value === 'number') return value;
  return Number.isNaN(value.median) ? '' : `${value.median} (${value.min}–${value.max})`;
}

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

export function sectionOf({ case: name, rows, notes = [], goals = [] }: Result): string {
  const verdicts = goals.map(({ text, figure, isMet }) => `${isMet ? 'Met' : 'MISSED'}: ${text}: ${figure}`);
  const list = [...notes, ...verdicts].map((line) => `- ${line}\n`).join('');
  return `## ${name}\n\n${tableOf(rows)}${list && `\n${list}`}`;
}

/** The first column is aligned to the left, all others to the right. */
function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, index) => Math.max(3, ...cells.map((line) => line[index]?.length ?? 0)));
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |\n`;
  const [head = '', ...body] = cells.map((texts) =>
    line(texts.map((text, index) => (index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0)))),
  );
  const rule = line(widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return head + rule + body.join('');
}

export function fileOf(results: readonly Result[]): string {
  const machine = [
    new Date().toISOString().slice(0, 10),
    `Node.js ${process.version}`,
    `${process.platform} ${process.arch}`,
    `${cpus().length} × ${cpus()[0]?.model}`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  ];
  return [`# Benchmark results\n\n${machine.join(', ')}\n`, ...results.map(sectionOf)].join('\n');
}
