/**
 * The signature doctor finds the common mistakes behind a signature that does not verify. A test key turns the
 * signature back into the signed digest, which only works for a holder of its private half. Then texts that faulty code
 * would have signed are tried until one has that digest. (decisions.md, "Authentication")
 */
import type { KeyObject } from 'node:crypto';
import type { Environment } from '#server/domain/environments.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { type RecoveredSignature, recoverSignature } from './recovered-signature.ts';
import type { Candidate, Mistake, SentBody, SentRequest } from './signing-mistakes/mistake.ts';
import { otherAlgorithm, readSignature, schemeMistakes } from './signing-mistakes/signature.ts';
import { type TextCandidates, textCandidates } from './signing-mistakes/text.ts';
import { readTimestamp, type TimestampCandidates } from './signing-mistakes/timestamp.ts';

export interface FailedRequest extends SentRequest {
  readonly body: Uint8Array;
  /** X-Timestamp and X-Signature as sent. */
  readonly timestamp: string;
  readonly signature: string;
  /** X-Environment, if it was sent. */
  readonly environment: Environment | undefined;
  readonly isCurrent: (unixSeconds: number) => boolean;
}

export interface Diagnosis {
  /** The names of the mistakes, at most three. */
  readonly mistakes: readonly string[];
  /** One short imperative sentence per mistake. */
  readonly hint: string;
}

const maxKeys = 20;
const maxMistakes = 3;
/** A longer body is only hashed as sent: re-serializing it in a dozen ways would take too long. */
const maxRewrittenBytes = 16 * 1024;
/** In bytes hashed, with a fixed cost per hash: about five milliseconds, during which the thread is blocked. */
const workBudget = 6_400_000;
const workPerHash = 800;
/** The cost of re-serializing a body in all ways. */
const workPerRewrittenByte = 250;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Checks cheaply whether one of these test keys made a failed signature with a current timestamp; undefined otherwise.
 * The returned function runs the search. It returns the mistakes behind the signature, or undefined if no known mistake
 * explains it or the signature is valid for another time or request.
 */
export function recognizeSigner(
  request: FailedRequest,
  testKeys: readonly KeyObject[],
): (() => Diagnosis | undefined) | undefined {
  const timestamps = readTimestamp(request.timestamp, request.isCurrent);
  if (!timestamps) return undefined;
  for (const encoded of readSignature(request.signature)) {
    for (const key of testKeys.slice(0, maxKeys)) {
      const recovered = recoverSignature(key, encoded.value);
      if (recovered) return () => diagnose(request, timestamps, recovered, encoded.mistakes);
    }
  }
  return undefined;
}

function diagnose(
  request: FailedRequest,
  timestamps: TimestampCandidates,
  recovered: RecoveredSignature,
  encoding: readonly Mistake[],
): Diagnosis | undefined {
  const body = readBody(request.body);
  if (body === undefined) return undefined;
  const certain = [...encoding, ...mistakesOf(recovered)];
  const candidates = textCandidates(request, body);
  const found = search(candidates, timestamps, recovered.matches, {
    maxMistakes: Math.max(maxMistakes - certain.length, 1),
    rewrittenBytes: body.value === undefined ? 0 : body.bytes.length,
  });
  const mistakes = found && [...certain, ...found];
  if (!mistakes?.some(({ alone }) => alone !== false)) return undefined;
  const hints = new Set(mistakes.map(({ hint }) => hint));
  if (request.environment === 'prod') hints.add(wrongEnvironment);
  return { mistakes: mistakes.map(({ name }) => name), hint: [...hints].join(' ') };
}

const wrongEnvironment = 'The key is a test key, but X-Environment says prod; leave the header out or use a prod key.';

function mistakesOf({ scheme, algorithm }: RecoveredSignature): Mistake[] {
  const padding = scheme === 'pkcs1' ? [] : [schemeMistakes[scheme]];
  return algorithm === 'sha256' ? padding : [...padding, otherAlgorithm(algorithm)];
}

/** The body, parsed if it is short enough to re-serialize; undefined if it is not UTF-8. */
function readBody(bytes: Uint8Array): SentBody | undefined {
  if (bytes.length > maxRewrittenBytes) return { bytes };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return undefined;
  }
  try {
    return bytes.length === 0 ? { bytes, text } : { bytes, text, value: readJsonObject(bytes) };
  } catch {
    return { bytes, text };
  }
}

/** Tests whether a text is the signed one, within the work budget. */
interface Trial {
  readonly isSigned: (text: string, sign: Transform) => boolean;
  readonly isOver: () => boolean;
}

type Transform = (text: string) => string | Buffer;

/** The smallest set of mistakes that gives the signed text; undefined if none exists within the limits. */
function search(
  candidates: TextCandidates,
  { likely, guesses }: TimestampCandidates,
  matches: RecoveredSignature['matches'],
  { maxMistakes, rewrittenBytes }: { readonly maxMistakes: number; readonly rewrittenBytes: number },
): readonly Mistake[] | undefined {
  let work = rewrittenBytes * workPerRewrittenByte;
  const trial: Trial = {
    isOver: () => work > workBudget,
    isSigned(text, sign) {
      work += workPerHash + text.length;
      return matches(sign(text));
    },
  };
  // Guessing milliseconds takes a thousand texts per guess, so guesses are combined with few other mistakes.
  const steps: readonly (() => readonly Mistake[] | undefined)[][] = [
    [() => tryAll(candidates, likely, 0, trial)],
    [
      () => tryAll(candidates, likely, 1, trial),
      () => tryAll(onlyCorrect(candidates), guesses?.ms() ?? [], 1, trial),
      () => tryAll(onlyCorrect(candidates), guesses?.dates() ?? [], 1, trial),
    ],
    [
      () => tryAll(candidates, likely, 2, trial),
      () =>
        tryAll(
          { ...onlyCorrect(candidates), bodyHash: candidates.bodyHash.slice(1, 2) },
          guesses?.ms() ?? [],
          2,
          trial,
        ),
    ],
    [() => tryAll(onlyUsual(candidates), likely.filter(isUsual), 3, trial)],
  ];
  for (const step of steps.slice(0, maxMistakes + 1).flat()) {
    const found = step();
    if (found) return found;
  }
  return undefined;
}

const isRight = ({ mistakes }: Candidate<unknown>): boolean => mistakes.length === 0;
const isUsual = ({ rare, mistakes }: Candidate<unknown>): boolean =>
  rare !== true && mistakes.every(({ alone }) => alone !== false);

const only = (candidates: TextCandidates, choice: (candidate: Candidate<unknown>) => boolean): TextCandidates => ({
  method: candidates.method.filter(choice),
  path: candidates.path.filter(choice),
  bodyHash: candidates.bodyHash.filter(choice),
  separator: candidates.separator.filter(choice),
  ending: candidates.ending.filter(choice),
  signed: candidates.signed.filter(choice),
});
const onlyCorrect = (candidates: TextCandidates): TextCandidates => only(candidates, isRight);
/** The text variants with at most one mistake in the path. */
function onlyUsual(candidates: TextCandidates): TextCandidates {
  const usual = only(candidates, isUsual);
  return { ...usual, path: usual.path.filter(({ mistakes }) => mistakes.length <= 1) };
}

/** Tries every text with exactly that many mistakes until one matches. */
function tryAll(
  candidates: TextCandidates,
  timestamps: readonly Candidate[],
  mistakes: number,
  trial: Trial,
): readonly Mistake[] | undefined {
  let left = mistakes;
  const assumed: Mistake[] = [];
  const chosen: unknown[] = [];
  const parts: readonly (readonly Candidate<unknown>[])[] = [
    candidates.separator,
    candidates.ending,
    candidates.signed,
    candidates.method,
    timestamps,
    candidates.path,
  ];
  // The last part must use up the remaining mistakes.
  const bodyHashes = Array.from({ length: mistakes + 1 }, (_, count) =>
    candidates.bodyHash.filter((candidate) => candidate.mistakes.length === count),
  );
  const choose = (at: number): boolean => {
    if (trial.isOver()) return false;
    if (at === parts.length) return isChosenSigned();
    for (const { value, mistakes: more } of parts[at] ?? []) {
      if (more.length > left) continue;
      left -= more.length;
      assumed.push(...more);
      chosen[at] = value;
      if (choose(at + 1)) return true;
      assumed.length -= more.length;
      left += more.length;
    }
    return false;
  };
  const isChosenSigned = (): boolean => {
    // By index, because destructuring costs as much as a hash.
    const separator = chosen[0] as string;
    const ending = chosen[1] as string;
    const sign = chosen[2] as Transform;
    const method = chosen[3] as string;
    const timestamp = chosen[4] as string;
    const path = chosen[5] as string;
    const start = `${method}${separator}${path}${separator}${timestamp}${separator}`;
    for (const { value, mistakes: more } of bodyHashes[left] ?? []) {
      if (!trial.isSigned(start + value + ending, sign)) continue;
      assumed.push(...more);
      return true;
    }
    return false;
  };
  return choose(0) ? assumed : undefined;
}
