/**
 * Signing mistakes as data: a name, a sentence that corrects it, and the text that the caller's code produces. One file
 * for each kind of mistake. (commerce-api.md, "API Key signing")
 */

export interface Mistake {
  readonly name: string;
  /** The mistake and its correction, for the response's `aiHint`. */
  readonly hint: string;
  /**
   * False if the mistake is only named beside another one: by itself the signature would be valid for another request,
   * and such a signature is simply invalid.
   */
  readonly alone?: false;
}

/** One way to write a part of the signed text. The correct way has no mistakes. */
export interface Candidate<Value = string> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
  /** A less usual form of a mistake, not tried in every combination. */
  readonly rare?: boolean;
}

/** The request as received. */
export interface SentRequest {
  readonly method: string;
  /** Without the query, except for a `GET`. */
  readonly path: string;
  /** The query with its question mark, where the signed path does not include it; otherwise empty. */
  readonly query: string;
  /** Names of the service: the header Host and the host of APP_URL. */
  readonly hosts: readonly string[];
}

export interface SentBody {
  readonly bytes: Uint8Array;
  /** Absent if it is too long to re-serialize. */
  readonly text?: string;
  /** The text parsed as JSON, if it is JSON. */
  readonly value?: object;
}

/** A mistake with its possible forms, the usual one first. */
export type Source<Input> = Mistake & { readonly write: (input: Input) => readonly string[] };

/** The correct way. */
export const right = <Value>(value: Value): Candidate<Value> => ({ value, mistakes: [] });

/** A way combined with the mistakes behind another one. */
export const alsoWith = (candidate: Candidate, { mistakes, rare }: Candidate<unknown>): Candidate => ({
  ...candidate,
  mistakes: [...mistakes, ...candidate.mistakes],
  rare: candidate.rare === true || rare === true,
});

/** The correct way and, without duplicates, the forms of each mistake, the usual form first. */
export function candidatesFor<Input>(correct: string, input: Input, sources: readonly Source<Input>[]): Candidate[] {
  const seen = new Set([correct]);
  const candidates: Candidate[] = [right(correct)];
  for (const { write, ...mistake } of sources) {
    for (const [at, value] of write(input).entries()) {
      if (seen.has(value)) continue;
      seen.add(value);
      candidates.push({ value, mistakes: [mistake], rare: at > 0 });
    }
  }
  return candidates;
}
