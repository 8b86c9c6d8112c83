/** `NAME_FILE` in place of a setting `NAME`: the path of a file that holds the value, as Docker and Kubernetes mount secrets. */
import { readFileSync } from 'node:fs';

export interface SettingProblem {
  readonly name: string;
  readonly message: string;
}

/** Far more than any setting needs. */
const maxBytes = 64 * 1024;

export const fileNameOf = (name: string): string => `${name}_FILE`;

/**
 * The environment without its empty values, each `NAME_FILE` replaced by `NAME` with the content of the file, less one
 * newline at its end. A problem names the path and never the content.
 */
export function readSettingFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { values: Record<string, string | undefined>; problems: SettingProblem[] } {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems: SettingProblem[] = [];
  for (const name of names) {
    const fileName = fileNameOf(name);
    const path = values[fileName];
    if (path === undefined) continue;
    if (values[name] !== undefined) {
      problems.push({ name: fileName, message: `is set together with ${name}: set only one of them` });
      continue;
    }
    const read = readValue(path);
    if ('problem' in read) problems.push({ name: fileName, message: read.problem });
    else values[name] = read.value;
  }
  return { values, problems };
}

function readValue(path: string): { value: string } | { problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { problem: `cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
  const value = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (value === '') return { problem: `${path} is empty` };
  if (bytes.length > maxBytes || bytes.includes(0)) return { problem: `${path} is not text of at most 64 KiB` };
  return { value };
}
