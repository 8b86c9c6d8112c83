/** Mistakes in the timestamp, in the header and in the text. */
import type { Candidate, Mistake } from './mistake.ts';

const timestampMistakes = {
  bothMs: {
    name: 'timestamp in milliseconds',
    hint: 'The timestamp is in milliseconds; use Unix seconds, in X-Timestamp and in the signed text.',
  },
  sentMs: {
    name: 'X-Timestamp in milliseconds',
    hint: 'X-Timestamp is in milliseconds; send the seconds that were signed.',
  },
  signedMs: {
    name: 'milliseconds signed',
    hint: 'The signed timestamp is in milliseconds; sign the seconds that X-Timestamp carries.',
  },
  bothDate: {
    name: 'timestamp as a date',
    hint: 'The timestamp is a date; use Unix seconds, in X-Timestamp and in the signed text.',
  },
  sentDate: { name: 'X-Timestamp as a date', hint: 'X-Timestamp is a date; send the Unix seconds that were signed.' },
  signedDate: {
    name: 'date signed',
    hint: 'The signed timestamp is a date; sign the seconds that X-Timestamp carries.',
  },
  fraction: { name: 'fraction of a second', hint: 'The timestamp has a fraction; use whole Unix seconds.' },
} as const satisfies Record<string, Mistake>;

export interface TimestampCandidates {
  readonly likely: readonly Candidate[];
  /** A thousand guesses of each kind, if X-Timestamp lacks the signed milliseconds. */
  readonly guesses?: { readonly ms: () => readonly Candidate[]; readonly dates: () => readonly Candidate[] };
}

/** The timestamps that may have been signed; undefined if no reading of the header is current. */
export function readTimestamp(
  header: string,
  isCurrent: (unixSeconds: number) => boolean,
): TimestampCandidates | undefined {
  const candidatesOf = (mistake: Mistake | undefined, ...values: string[]) =>
    values.map((value, at): Candidate => ({ value, mistakes: mistake ? [mistake] : [], rare: at > 0 }));
  if (/^\d{10,13}(\.\d+)?$/.test(header)) {
    const isMs = Number(header) >= 1e12;
    const seconds = Math.floor(isMs ? Number(header) / 1000 : Number(header));
    if (!isCurrent(seconds)) return undefined;
    if (header.includes('.')) {
      return { likely: candidatesOf(timestampMistakes.fraction, header, String(seconds)) };
    }
    if (isMs) {
      const signed = candidatesOf(timestampMistakes.sentMs, String(seconds), String(seconds + 1));
      return { likely: [...candidatesOf(timestampMistakes.bothMs, header), ...signed] };
    }
    const { signedMs, signedDate } = timestampMistakes;
    const wholeDate = new Date(seconds * 1000).toISOString().slice(0, 19);
    const dates = [...dateForms(seconds * 1000), new Date(seconds * 1000).toUTCString()];
    return {
      likely: [
        ...candidatesOf(undefined, header),
        ...candidatesOf(signedMs, `${header}000`),
        ...candidatesOf(signedDate, ...dates),
      ],
      guesses: {
        ms: () => candidatesOf(signedMs, ...thousand.map((ms) => `${header}${ms}`)),
        dates: () => candidatesOf(signedDate, ...thousand.map((ms) => `${wholeDate}.${ms}Z`)),
      },
    };
  }
  const at = /^\d{4}-\d\d-\d\dT|^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  const seconds = Math.floor(at / 1000);
  if (Number.isNaN(at) || !isCurrent(seconds)) return undefined;
  return {
    likely: [
      ...candidatesOf(timestampMistakes.bothDate, header),
      ...candidatesOf(timestampMistakes.sentDate, String(seconds), String(seconds + 1)),
    ],
  };
}

const thousand = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'));

function dateForms(at: number): string[] {
  const withMs = new Date(at).toISOString();
  const whole = withMs.replace('.000Z', 'Z');
  return [withMs, whole, whole.replace('Z', '+00:00'), whole.replace('Z', '')];
}
