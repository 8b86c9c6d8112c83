/** The layout of a receipt's page. */
import type { Weight } from './font-files.ts';
import type { PagePen, TextOptions } from './page-pen.ts';
import type { ReceiptFact, ReceiptText } from './receipt-text.ts';

const ink = '#18181b';
const quiet = '#52525b';
const hairline = '#d4d4d8';
const warningPaper = '#fef3c7';
const warningInk = '#78350f';

const gutter = 24;

const label = { size: 9, weight: 'regular', color: quiet } as const;
const body = { size: 10.5, weight: 'regular', color: ink } as const;
const strong = { size: 10.5, weight: 'strong', color: ink } as const;
const big = { size: 13, weight: 'strong', color: ink } as const;
/** The minimum width of a tax name beside its amount. */
const narrowestTerm = 120;

/** All texts of the page with their weights. */
export function textsOf(text: ReceiptText): { text: string; weight: Weight }[] {
  const { facts, seller, buyer, line, sums, credit, refunds, total, afterRefunds } = text;
  const explained = [...(credit ? [credit] : []), ...refunds];
  const regular = [
    text.warning ?? '',
    ...[...facts, ...sums].flatMap(({ term, value }) => [term, value]),
    ...[seller, buyer].flatMap(({ heading, lines }) => [heading, ...lines]),
    line.heading,
    line.amountHeading,
    line.amount,
    ...line.details,
    ...explained.flatMap(({ term, value, details }) => [term, value, ...details]),
    ...text.notes,
    text.questions ?? '',
  ];
  const names = [seller.lines[0] ?? '', buyer.lines[0] ?? '', line.product];
  const strongTexts = [text.title, text.warning ?? '', ...names, afterRefunds?.term ?? ''];
  return [
    ...regular.map((each) => ({ text: each, weight: 'regular' as const })),
    ...[...strongTexts, total.term, ...amountsOf(text)].map((each) => ({ text: each, weight: 'strong' as const })),
  ];
}

/** The texts of the amounts column. */
const amountsOf = ({ line, sums, credit, total, refunds, afterRefunds }: ReceiptText): string[] => [
  line.amountHeading,
  line.amount,
  ...sums.map(({ value }) => value),
  ...(credit ? [credit.value] : []),
  total.value,
  ...refunds.map(({ value }) => value),
  ...(afterRefunds ? [afterRefunds.value] : []),
];

/** Draws the whole receipt. */
export function layOutReceipt(text: ReceiptText, pen: PagePen): void {
  const whole = { start: 0, width: pen.width };
  // Credit and refunds together take most of the page.
  const gap = text.credit && text.refunds.length > 0 ? 0.4 : 1;
  let top = pen.write('H1', text.title, 56, { ...strong, size: 22, ...whole }) + 14 * gap;
  if (text.warning) top = writeWarning(text.warning, top, pen) + 20 * gap;
  top = writeFacts(text.facts, top, pen) + 22 * gap;
  pen.rule(top, hairline);
  top = writeParties(text, top + 18 * gap, pen) + 28 * gap;
  top = pen.within('Table', () => writeTable(text, top, pen)) + 32 * gap;
  for (const note of text.notes) top = pen.write('P', note, top, { ...body, ...whole }) + 8;
  if (text.questions) pen.write('P', text.questions, top, { ...label, ...whole });
}

function writeWarning(warning: string, top: number, pen: PagePen): number {
  const options = { ...strong, size: 10, color: warningInk, start: 14, width: pen.width - 28 };
  const height = pen.measure(warning, options, options.width).height + 18;
  pen.fill(top, height, warningPaper);
  pen.write('P', warning, top + 9, options);
  return top + height;
}

/** The start and width of two columns. */
const column = (pen: PagePen, number: number) => {
  const width = (pen.width - gutter) / 2;
  return { start: number * (width + gutter), width };
};

function writeFacts(facts: readonly ReceiptFact[], top: number, pen: PagePen): number {
  let rowTop = top;
  for (let number = 0; number < facts.length; number += 2) {
    const ends = facts.slice(number, number + 2).map(({ term, value }, side) => {
      const below = pen.write('P', term, rowTop, { ...label, ...column(pen, side) });
      return pen.write('P', value, below + 1, { ...body, ...column(pen, side) });
    });
    rowTop = Math.max(...ends) + 12;
  }
  return rowTop - 12;
}

function writeParties({ seller, buyer }: ReceiptText, top: number, pen: PagePen): number {
  const ends = [seller, buyer].map(({ heading, lines }, side) => {
    let end = pen.write('H2', heading, top, { ...label, ...column(pen, side) }) + 2;
    lines.forEach((line, number) => {
      const look = number === 0 ? strong : body;
      end = pen.write('P', line, end, { ...look, ...column(pen, side), direction: 'auto' });
    });
    return end;
  });
  return Math.max(...ends);
}

function writeTable(text: ReceiptText, top: number, pen: PagePen): number {
  const { line, sums, credit, total, refunds, afterRefunds } = text;
  // The width of the widest amount; the other column gets the rest.
  const amountWidth = Math.max(...amountsOf(text).map((each) => pen.measure(each, big).width)) + 1;
  const amount = { start: pen.width - amountWidth, width: amountWidth, align: 'end' as const };
  const wide = { start: 0, width: pen.width - amountWidth - gutter };
  const sumsStart = Math.min(column(pen, 1).start, pen.width - amountWidth - gutter - narrowestTerm);
  const term = { start: sumsStart, width: pen.width - amountWidth - gutter - sumsStart };

  let end = row(pen, 'TH', top, [line.heading, { ...label, ...wide }], [line.amountHeading, { ...label, ...amount }]);
  pen.rule(end + 6, hairline);
  end = pen.within('TR', () => {
    const below = pen.within('TD', () => {
      let next = pen.write('P', line.product, end + 16, { ...strong, ...wide, direction: 'auto' });
      for (const detail of line.details) next = pen.write('P', detail, next + 1, { ...label, ...wide });
      return next;
    });
    pen.write('TD', line.amount, end + 16, { ...body, ...amount });
    return below;
  });
  pen.rule(end + 12, hairline);
  end += 22;
  for (const sum of sums) {
    end = row(pen, 'TD', end, [sum.term, { ...body, color: quiet, ...term }], [sum.value, { ...body, ...amount }]) + 4;
  }
  if (credit) end = explainedRow(pen, end, credit, wide, amount) + 4;
  pen.rule(end + 5, hairline, sumsStart, pen.width - sumsStart);
  end = row(pen, 'TD', end + 14, [total.term, { ...big, ...term }], [total.value, { ...big, ...amount }]);
  if (!afterRefunds) return end;
  end += 10;
  for (const refund of refunds) end = explainedRow(pen, end, refund, wide, amount) + 4;
  pen.rule(end + 5, hairline, sumsStart, pen.width - sumsStart);
  return row(
    pen,
    'TD',
    end + 14,
    [afterRefunds.term, { ...big, ...term }],
    [afterRefunds.value, { ...big, ...amount }],
  );
}

type Box = Pick<TextOptions, 'start' | 'width' | 'align'>;

function explainedRow(
  pen: PagePen,
  top: number,
  { term, value, details }: ReceiptText['refunds'][number],
  termBox: Box,
  amountBox: Box,
): number {
  return pen.within('TR', () => {
    const below = pen.within('TD', () => {
      let next = pen.write('P', term, top, { ...body, color: quiet, ...termBox });
      for (const detail of details)
        next = pen.write('P', detail, next + 1, { ...label, ...termBox, direction: 'auto' });
      return next;
    });
    pen.write('TD', value, top, { ...body, ...amountBox });
    return below;
  });
}

type Cell = readonly [text: string, options: TextOptions];

const row = (pen: PagePen, tag: 'TH' | 'TD', top: number, ...cells: readonly Cell[]): number =>
  pen.within('TR', () => Math.max(...cells.map(([text, options]) => pen.write(tag, text, top, options))));
