/** Misspelled settings: an unread name would silently mean the default. */
import { fileNameOf } from '#server/platform/setting-files.ts';
import { SettingsError, settingNames } from '#server/platform/settings.ts';

const knownNames = settingNames.flatMap((name) => [name, fileNameOf(name)]);
const known = new Set(knownNames);

/**
 * Prefixes of other programs that read the same `.env`: Node.js, OpenTelemetry, Docker Compose, tests and benchmarks; and
 * of the commands for integrators, which are not settings of the service.
 */
const foreignPrefixes = [
  'COUNTERFOIL_',
  'NODE_',
  'OTEL_',
  'COMPOSE_',
  'DOCKER_',
  'POSTGRES_',
  'BENCH_',
  'FUZZ_',
  'NEXT_',
  'npm_',
];
const foreignNames = new Set([
  'CHROMIUM_PATH',
  'CI',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'REDIS_PATH',
  'TZ',
  'UPDATE_SCREENSHOTS',
]);

/**
 * Throws a SettingsError with a line per unknown name in `.env`, and per name in the environment that is one edit away
 * from a setting. Ignores values.
 */
export function checkNames(fileNames: readonly string[], environmentNames: readonly string[]): void {
  const inFile = fileNames
    .filter((name) => !known.has(name) && (isMisspelt(name) || !isForeign(name)))
    .map((name) => describe(name, 'in .env', 3));
  const inEnvironment = environmentNames
    .filter((name) => !known.has(name) && !fileNames.includes(name) && isMisspelt(name))
    .map((name) => describe(name, 'in the environment', 1));
  const lines = [...inFile, ...inEnvironment];
  if (lines.length > 0) throw new SettingsError(`These names are not settings:\n${lines.join('\n')}`);
}

const isMisspelt = (name: string): boolean => nearest(name, 1) !== undefined;

const isForeign = (name: string): boolean =>
  foreignNames.has(name) || foreignPrefixes.some((prefix) => name.startsWith(prefix));

function describe(name: string, location: string, maxEdits: number): string {
  const suggestion = nearest(name, maxEdits);
  const shown = name.replace(/[^\w.-]/g, '?').slice(0, 80);
  return `  ${shown} (${location})${suggestion === undefined ? ': see .env.example' : `: did you mean ${suggestion}?`}`;
}

/** The setting with the fewest edits from `name`, at most `maxEdits`. */
function nearest(name: string, maxEdits: number): string | undefined {
  let [best, minEdits]: [string | undefined, number] = [undefined, maxEdits + 1];
  for (const candidate of knownNames) {
    if (Math.abs(candidate.length - name.length) >= minEdits) continue;
    const edits = editDistance(name, candidate);
    if (edits < minEdits) [best, minEdits] = [candidate, edits];
  }
  return best;
}

/** The number of insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
