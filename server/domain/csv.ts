/** Rows as CSV (RFC 4180), for spreadsheets and programs. */

export type Cell = string | number | Date | null | undefined;

/** A column of a file: its permanent header and the cell of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => Cell];

/**
 * A cell's text. An apostrophe precedes anything a spreadsheet would read as a formula, except negative amounts, also
 * at a cell start that appears when lines are split at semicolons. Times are ISO 8601.
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

/** The header line. */
export const csvHead = (columns: readonly CsvColumn<never>[]): string => csvLine(columns.map(([name]) => name));

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
