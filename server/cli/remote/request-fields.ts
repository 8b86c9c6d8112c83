/** The fields of `request`, as typed: `key=value`, `key:=json`, `a.b=value`, `key=@file`. */
import { readFileSync } from 'node:fs';
import { callerPath } from '../caller-path.ts';
import { UsageError } from '../usage-error.ts';

interface Fields {
  [name: string]: unknown;
}

/** The body that the fields describe. Throws a {@link UsageError} for a field that cannot be read. */
export function readFields(typed: readonly string[]): Readonly<Record<string, unknown>> {
  const body: Fields = Object.create(null);
  for (const field of typed) {
    const [, path, operator, text] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(field) ?? [];
    if (path === undefined || text === undefined) throw new UsageError(`${field} is not key=value or key:=json`);
    assign(body, path.split('.'), operator === '=' ? readText(path, text) : readJson(path, text), field);
  }
  return body;
}

function readText(path: string, text: string): string {
  if (!text.startsWith('@')) return text;
  try {
    return readFileSync(callerPath(text.slice(1)), 'utf8');
  } catch (error) {
    throw new UsageError(`${path}: cannot read ${text.slice(1)} (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: not JSON; use ${path}=… for a string`);
  }
}

function assign(body: Fields, names: readonly string[], value: unknown, field: string): void {
  let target = body;
  for (const name of names.slice(0, -1)) {
    target[name] ??= Object.create(null);
    const next = target[name];
    if (typeof next !== 'object' || next === null || Array.isArray(next))
      throw new UsageError(`${field}: ${name} is no object`);
    target = next as Fields;
  }
  const last = names.at(-1) ?? '';
  if (last === '' || Object.hasOwn(target, last)) throw new UsageError(`${field}: given twice, or without a name`);
  target[last] = value;
}
