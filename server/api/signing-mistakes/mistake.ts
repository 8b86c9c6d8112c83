/**
 * What goes wrong when requests are signed, as data: a mistake's name, the sentence that puts it right, and what the
 * caller's code writes because of it. One file for each kind of mistake. (commerce-api.md, "API Key signing".)
 */

export interface Mistake {
  readonly name: string;
  /** What is wrong and what to do instead, for the response's `aiHint`. */
  readonly hint: string;
  /**
   * False where it is named beside another mistake only: by itself it is a right signature of another request, and a
   * signature of another request is nothing but invalid.
   */
  readonly alone?: false;
}

/** One way to write a part of the text that is signed; the right way has no mistakes. */
export interface Way<Value = string> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
  /** One of a mistake's less usual forms, which is not tried in every company. */
  readonly rare?: boolean;
}

/** The request as it came in. */
export interface SentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
  /** Under which the service may be known: the header Host, and APP_URL's. */
  readonly hosts: readonly string[];
}

export interface SentBody {
  readonly bytes: Uint8Array;
  /** Where it is not too long to be written anew. */
  readonly text?: string;
  /** What that says as JSON, where it is that. */
  readonly value?: object;
}

/** A mistake with the forms that it may take, the usual one first. */
export type Source<Given> = Mistake & { readonly write: (given: Given) => readonly string[] };

/** The right way. */
export const right = <Value>(value: Value): Way<Value> => ({ value, mistakes: [] });

/** A way with the mistakes that lie behind it, too. */
export const alsoWith = (way: Way, { mistakes, rare }: Way<unknown>): Way => ({
  ...way,
  mistakes: [...mistakes, ...way.mistakes],
  rare: way.rare === true || rare === true,
});

/** The right way and, without repetition, what each mistake makes of it: its usual form first. */
export function variants<Given>(rightOne: string, given: Given, sources: readonly Source<Given>[]): Way[] {
  const seen = new Set([rightOne]);
  const ways: Way[] = [right(rightOne)];
  for (const { write, ...mistake } of sources) {
    for (const [at, value] of write(given).entries()) {
      if (seen.has(value)) continue;
      seen.add(value);
      ways.push({ value, mistakes: [mistake], rare: at > 0 });
    }
  }
  return ways;
}
