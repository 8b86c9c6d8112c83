/**
 * Draws on a page in points from the top and from the side where reading starts, so that one layout serves both
 * directions.
 */
import type { FindFont } from './fonts.ts';
import { type Direction, type Line, type Style, setText } from './typesetting.ts';

export interface TextOptions extends Style {
  readonly color: string;
  /** The start of the box, from the side where lines start. */
  readonly start: number;
  readonly width: number;
  readonly align?: 'start' | 'end';
  /** `auto` for names given by people; else the page's direction. */
  readonly direction?: Direction;
}

/** The element's role for screen readers (ISO 32000-1, 14.8.4). */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect';

const a4WidthPoints = 595.28;
const marginPoints = 56;
/** The distance between baselines as a multiple of the size. */
const leading = 1.4;

/** Marks column headers. (The types of pdfkit lack this attribute.) */
const attributesOf = (tag: Tag): object => (tag === 'TH' ? { scope: 'Column' } : {});

export class PagePen {
  readonly width = a4WidthPoints - 2 * marginPoints;
  private readonly document: PDFKit.PDFDocument;
  private readonly find: FindFont;
  private readonly direction: 'ltr' | 'rtl';
  private readonly parents: PDFKit.PDFStructureElement[];
  private readonly registered = new Set<string>();

  constructor(document: PDFKit.PDFDocument, find: FindFont, direction: 'ltr' | 'rtl') {
    this.document = document;
    this.find = find;
    this.direction = direction;
    const root = document.struct('Document');
    document.addStructure(root);
    this.parents = [root];
  }

  /** Groups everything that `draw` writes into one element: a table, a row, a cell. */
  within<Result>(tag: Tag, draw: () => Result): Result {
    const element = this.document.struct(tag, attributesOf(tag));
    this.parents.at(-1)?.add(element);
    this.parents.push(element);
    const result = draw();
    this.parents.pop();
    return result;
  }

  /** Writes a paragraph or heading at `top` and returns its end. */
  write(tag: Tag, text: string, top: number, options: TextOptions): number {
    const { size, width } = options;
    const direction = options.direction ?? this.direction;
    const { lines, isTurned, isReplaced } = setText(text, options, width, direction, this.find);
    const content = () => {
      // Copied text is the original text.
      if (isReplaced) this.document.markContent('Span', { actual: text.toWellFormed() });
      lines.forEach((line, number) => {
        this.drawLine(line, top + number * size * leading + size * 1.08, options);
      });
      if (isReplaced) this.document.endMarkedContent();
    };
    const element = this.document.struct(
      tag,
      { ...attributesOf(tag), ...(isTurned ? { actual: text.toWellFormed() } : {}) },
      [content],
    );
    this.parents.at(-1)?.add(element);
    return top + lines.length * size * leading;
  }

  /** The size of a text within a width. */
  measure(text: string, style: Style, width = this.width): { width: number; height: number } {
    const { lines } = setText(text, style, width, this.direction, this.find);
    return { width: Math.max(...lines.map((line) => line.width)), height: lines.length * style.size * leading };
  }

  private drawLine(line: Line, baseline: number, { size, color, start, width, align }: TextOptions): void {
    const isLeft = (this.direction === 'ltr') === (align !== 'end');
    const left = this.leftOf(start, width);
    let x = isLeft ? left : left + width - line.width;
    this.document.fillColor(color);
    for (const { font, text, width: runWidth } of line.runs) {
      if (!this.registered.has(font.name)) this.document.registerFont(font.name, font.font as never);
      this.registered.add(font.name);
      this.document
        .font(font.name, size * font.scale)
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += runWidth;
    }
  }

  /** A thin decorative line from `start`. */
  rule(top: number, color: string, start = 0, width = this.width): void {
    const left = this.leftOf(start, width);
    this.decorate(() => {
      this.document
        .moveTo(left, top)
        .lineTo(left + width, top)
        .lineWidth(0.75)
        .stroke(color);
    });
  }

  /** A decorative box behind the next text. */
  fill(top: number, height: number, color: string): void {
    this.decorate(() => {
      this.document.roundedRect(this.leftOf(0, this.width), top, this.width, height, 6).fill(color);
    });
  }

  private decorate(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  private leftOf(start: number, width: number): number {
    return this.direction === 'ltr' ? marginPoints + start : marginPoints + this.width - start - width;
  }
}
