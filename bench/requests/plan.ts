/**
 * What a ceiling does for a request: the statements that the service was seen to send, with ids that are new each time
 * where the service's were, and times that go on as the clock does.
 */
import { v4, v7 } from 'uuid';
import type { Statement, Unit } from './statements.ts';

/** One journey of the service's, step by step. */
export interface Recorded {
  readonly at: number;
  readonly units: readonly Unit[];
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** As it travelled, in base64. */
    readonly body: string;
  };
}

/** A part of a parameter: as it was, a new id (the same wherever that number stands), or so long from now. */
export type Piece = string | { readonly id: number; readonly version: 4 | 7 } | { readonly fromNowMs: number };

export interface PlannedStatement {
  readonly text: string;
  readonly parameters: readonly (readonly Piece[] | null)[];
}

export interface Step {
  readonly units: readonly { readonly begin: string | undefined; readonly statements: readonly PlannedStatement[] }[];
  readonly answer: Recorded['answer'];
}

const textsOf = (steps: readonly Recorded[]): string =>
  JSON.stringify(
    steps.map(({ units }) => units.map(({ begin, statements }) => [begin, statements.map(({ text }) => text)])),
  );

const uuids = /([0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})/g;
const moment = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * The plan of what most of those journeys did alike: now and then something is written that is no part of one.
 * Throws where no two did the same.
 */
export function planOf(journeys: readonly (readonly Recorded[])[]): Step[] {
  const [same = []] = [...Map.groupBy(journeys, textsOf).values()].sort((a, b) => b.length - a.length);
  const [first, second] = same;
  if (!first || !second)
    throw new Error('The service sends other statements each time: there is nothing to compare with');
  const others = JSON.stringify(second);
  const numbers = new Map<string, number>();
  /** An id that another journey does not have was made for this one. */
  const pieceOf = (id: string, version: number): Piece => {
    if (others.includes(id)) return id;
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return { id: numbers.get(id) ?? 0, version: version === 4 ? 4 : 7 };
  };
  const plan = (value: string | null, other: string | null, at: number): readonly Piece[] | null => {
    if (value === null) return null;
    if (value === other) return [value];
    if (moment.test(value)) return [{ fromNowMs: Date.parse(value) - at }];
    const pieces: Piece[] = [];
    // Each match gives the text before it, the id and its version.
    const parts = value.split(uuids);
    for (let place = 0; place < parts.length; place += 3) {
      if (parts[place]) pieces.push(parts[place] as string);
      if (parts[place + 1]) pieces.push(pieceOf(parts[place + 1] as string, Number(parts[place + 2])));
    }
    return pieces;
  };
  return first.map(({ at, units, answer }, step) => ({
    answer,
    units: units.map(({ begin, statements }, unit) => ({
      begin,
      statements: statements.map(({ text, parameters }, place): PlannedStatement => {
        const other = second[step]?.units[unit]?.statements[place] as Statement;
        return { text, parameters: parameters.map((value, index) => plan(value, other.parameters[index] ?? null, at)) };
      }),
    })),
  }));
}

/** The parameters of one journey: its ids are made when they are first needed. */
export function fill(parameters: PlannedStatement['parameters'], ids: string[]): (string | null)[] {
  return parameters.map((pieces) => (pieces === null ? null : pieces.map((piece) => textOf(piece, ids)).join('')));
}

function textOf(piece: Piece, ids: string[]): string {
  if (typeof piece === 'string') return piece;
  if ('fromNowMs' in piece) return new Date(Date.now() + piece.fromNowMs).toISOString();
  ids[piece.id] ??= piece.version === 4 ? v4() : v7();
  return ids[piece.id] as string;
}
