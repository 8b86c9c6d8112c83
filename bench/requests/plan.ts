/**
 * What a ceiling does for a request: the statements that the service sent, with new ids where the service created ids and
 * with current times.
 */
import { v4, v7 } from 'uuid';

/** A transaction, with the options of its `begin`, or a single statement. */
export interface Unit {
  readonly begin: string | undefined;
  readonly statements: { readonly text: string; readonly parameters: readonly (string | null)[] }[];
}

/** One request of a journey. */
export interface RecordedStep {
  readonly at: number;
  readonly units: readonly Unit[];
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    /** In base64, as sent, so possibly compressed. */
    readonly body: string;
  };
}

/** The same journey twice, with the same statements. */
export type Recording = readonly [readonly RecordedStep[], readonly RecordedStep[]];

/** Makes a parameter for a journey. `ids` maps recorded ids to the journey's own. */
type Parameter = (ids: Map<string, string>) => string | null;

export type Step = ReturnType<typeof planOf>[number];

const uuids = /([0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})/;
const time = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)$/;

export function planOf([first, second]: Recording) {
  const secondText = JSON.stringify(second);
  /** An ID that is missing from the second journey was created in the first. */
  const isCreated = (part: string): boolean => uuids.test(part) && !secondText.includes(part);
  const parameterOf = (value: string | null, other: string | null | undefined, at: number): Parameter => {
    if (value === null || value === other) return () => value;
    const fromNowMs = Date.parse(value) - at;
    if (time.test(value)) return () => new Date(Date.now() + fromNowMs).toISOString();
    const parts = value
      .split(uuids)
      .map((part) => (isCreated(part) ? (ids: Map<string, string>) => newId(part, ids) : part));
    return (ids) => parts.map((part) => (typeof part === 'string' ? part : part(ids))).join('');
  };
  return first.map(({ at, units, answer }, step) => ({
    answer,
    units: units.map(({ begin, statements }, unit) => ({
      begin,
      statements: statements.map(({ text, parameters }, index) => {
        const others = second[step]?.units[unit]?.statements[index]?.parameters;
        return { text, parameters: parameters.map((value, position) => parameterOf(value, others?.[position], at)) };
      }),
    })),
  }));
}

function newId(recorded: string, ids: Map<string, string>): string {
  const id = ids.get(recorded) ?? (recorded[14] === '4' ? v4() : v7());
  ids.set(recorded, id);
  return id;
}
