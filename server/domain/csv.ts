/** Rows as CSV (RFC 4180), for spreadsheets and programs. */

export type Cell = string | number | Date | null | undefined;

/** A column of a file: what its head says, which stays as it is, and what stands there of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => Cell];

/**
 * What a spreadsheet would read as a formula begins with an apostrophe, which it shows as nothing; an amount
 * below zero is none. So does what would stand at the beginning of a cell where lines are split at semicolons. Times are
 * ISO 8601.
 */
export function csvCell(value: Cell): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value ?? '');
  const isFormula = /^\s*[=+\-@\t\r]/.test(value) && !/^-\d+(?:\.\d+)?$/.test(value);
  const text = (isFormula ? `'${value}` : value).replaceAll(/;(\s*)(?=[=+\-@])/g, ";$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as one line. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The columns' names as the first line. */
export const csvHead = (columns: readonly CsvColumn<never>[]): string => csvLine(columns.map(([name]) => name));

/** Rows as lines. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
