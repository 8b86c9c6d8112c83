/**
 * CSS lengths that a merchant may type for `checkoutBorderRadius`. A value is parsed and serialized again, so that no other
 * CSS gets through. (CSS Values and Units 4, sections 6 and 10.)
 */

/** The longest accepted value. */
export const maxCssLengthCharacters = 200;
const maxDepth = 16;

const tokenForm =
  /([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?|(calc|min|max|clamp)\(|(\s+[+-]\s+)|\s*([*/,])\s*|(\()|(\s*\))|(\s+)/iy;
const units: ReadonlySet<string> = new Set(
  (
    'px cm mm q in pc pt em rem ex rex cap rcap ch rch ic ric lh rlh vw vh vi vb vmin vmax svw svh svi svb svmin svmax ' +
    'lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax %'
  ).split(' '),
);

type Kind = 'length' | 'number';
interface Part {
  readonly css: string;
  readonly kind: Kind;
}

/**
 * Parses a `border-radius` value: one to four lengths, and one to four after a slash. Returns the first length as serialized
 * CSS, and their number; undefined for an invalid value.
 */
export function readCssRadius(text: string): { readonly first: string; readonly count: number } | undefined {
  if (text.length > maxCssLengthCharacters) return undefined;
  const sides = splitOutside(text.trim(), /\s*\/\s*/y).map((side) => splitOutside(side, /\s+/y));
  const lengths = sides.flat().map(readCssLength);
  const [first] = lengths;
  const isWhole = sides.length <= 2 && sides.every((side) => side.length <= 4);
  return isWhole && first !== undefined && !lengths.includes(undefined) ? { first, count: lengths.length } : undefined;
}

/** Splits a text at separators outside of parentheses. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    separator.lastIndex = index;
    const separated = depth === 0 ? separator.exec(text)?.[0] : undefined;
    if (separated) {
      parts.push('');
      index += separated.length - 1;
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    parts.push(`${parts.pop()}${character}`);
  }
  return parts;
}
/** Serializes one non-negative length or percentage, or a function of lengths; undefined if it is invalid. */
function readCssLength(text: string): string | undefined {
  const reader = new LengthReader(text);
  const part = reader.readOperand(0);
  if (!part || !reader.isDone || (part.kind === 'number' && part.css !== '0')) return undefined;
  return part.css.startsWith('-') ? undefined : part.css === '0' ? '0px' : part.css;
}

/** A recursive descent parser for one length; every method returns undefined for invalid CSS. */
class LengthReader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#index === this.#text.length;
  }

  /** A number, a length, a function or a sum in parentheses. */
  readOperand(depth: number): Part | undefined {
    this.#take(8);
    const [, number, unit = '', name, , , open] = this.#match() ?? [];
    if (depth > maxDepth) return undefined;
    if (number !== undefined) return readNumber(number, unit.toLowerCase());
    if (name !== undefined) return this.#readFunction(name.toLowerCase(), depth + 1);
    if (open !== undefined && depth > 0) return this.#readFunction('', depth + 1);
    return undefined;
  }

  #readFunction(name: string, depth: number): Part | undefined {
    const parts: Part[] = [];
    do {
      const part = this.#readSum(depth);
      if (!part) return undefined;
      parts.push(part);
    } while (this.#take(5, ','));
    const [kind, ...others] = new Set(parts.map((part) => part.kind));
    const isWhole = this.#take(7) !== undefined && others.length === 0 && takesArguments(name, parts.length);
    return kind && isWhole ? { css: `${name}(${parts.map(({ css }) => css).join(', ')})`, kind } : undefined;
  }

  #readSum(depth: number): Part | undefined {
    let sum = this.#readProduct(depth);
    for (let sign = this.#take(4); sum && sign; sign = this.#take(4)) {
      const next = this.#readProduct(depth);
      sum = next?.kind === sum.kind ? { css: `${sum.css} ${sign.trim()} ${next.css}`, kind: sum.kind } : undefined;
    }
    return sum;
  }

  #readProduct(depth: number): Part | undefined {
    let product = this.readOperand(depth);
    for (let sign = this.#takeFactorSign(); product && sign; sign = this.#takeFactorSign()) {
      const next = this.readOperand(depth);
      const isDefined = next && (next.kind === 'number' || (sign === '*' && product.kind === 'number'));
      const kind: Kind = next?.kind === 'length' ? 'length' : product.kind;
      product = isDefined ? { css: `${product.css} ${sign} ${next.css}`, kind } : undefined;
    }
    return product;
  }

  #takeFactorSign = (): string | undefined => this.#take(5, '*') ?? this.#take(5, '/');

  /** Consumes the next token if it matches the group and text; otherwise nothing. */
  #take(group: number, expected?: string): string | undefined {
    const before = this.#index;
    const found = this.#match()?.[group];
    if (found === undefined || (expected !== undefined && found !== expected)) this.#index = before;
    return expected !== undefined && found !== expected ? undefined : found;
  }

  #match(): RegExpExecArray | null {
    tokenForm.lastIndex = this.#index;
    const match = tokenForm.exec(this.#text);
    if (match) this.#index = tokenForm.lastIndex;
    return match;
  }
}

function readNumber(number: string, unit: string): Part | undefined {
  const value = Number(number);
  if (!Number.isFinite(value) || Math.abs(value) > 1_000_000) return undefined;
  if (unit === '') return { css: String(value), kind: 'number' };
  return units.has(unit) ? { css: `${value}${unit}`, kind: 'length' } : undefined;
}

/** Whether a function takes that many arguments: calc() and parentheses one, clamp() three, min() and max() any number. */
const takesArguments = (name: string, count: number): boolean =>
  name === 'clamp' ? count === 3 : name === 'min' || name === 'max' || count === 1;
