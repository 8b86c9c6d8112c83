/** Checks responses against the documentation. The API tests check every response. */
import { isDeepStrictEqual } from 'node:util';
import { type ErrorEntry, layers } from '#server/domain/errors.ts';
import { fieldCodes } from '#server/domain/issue-codes.ts';
import type { Action } from '#server/platform/action.ts';
import { anywhereRefusals, type DocumentedRefusal, matchesMessage, refusalsOf } from './refusals.ts';

const known = new WeakMap<Action, DocumentedRefusal[]>();

/** Lists the undocumented parts of an action's response. */
export function undocumentedIn(action: Action, status: number, body: unknown): string[] {
  if (!isRecord(body)) return ['the body is not the envelope'];
  return status === 200 ? undocumentedSuccess(action, body) : undocumentedRefusal(action, status, body);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function undocumentedSuccess(action: Action, { data, warnings, ...more }: Record<string, unknown>): string[] {
  const problems = Object.keys(more).map((name) => `the envelope has no \`${name}\``);
  if (warnings !== undefined && !(Array.isArray(warnings) && warnings.length > 0 && warnings.every(isWarning))) {
    problems.push('`warnings` is not a list of {message, layer, aiHint?}');
  }
  const parsed = action.output.safeParse(data);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `data.${path.join('.')}: ${message}`);
    return [...problems, ...wrong];
  }
  // Parsing drops unknown fields, so a difference means an undocumented field.
  if (!isDeepStrictEqual(asJson(parsed.data), data)) problems.push('`data` has fields that its schema does not name');
  return problems;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const isWarning = (entry: unknown): boolean =>
  isRecord(entry) && hasOnly(entry, ['message', 'layer', 'aiHint']) && hasMessage(entry);

const hasOnly = (entry: object, names: readonly string[]): boolean =>
  Object.keys(entry).every((name) => names.includes(name));

const hasMessage = ({ message, layer }: Record<string, unknown>): boolean =>
  typeof message === 'string' && layers.some((name) => name === layer);

function undocumentedRefusal(action: Action, status: number, body: Record<string, unknown>): string[] {
  const { data, errors: entries, ...more } = body;
  const problems = Object.keys(more).map((name) => `the envelope has no \`${name}\``);
  if (data !== null) problems.push('`data` of a refusal is null');
  if (!Array.isArray(entries) || entries.length === 0) return [...problems, '`errors` is not a list of entries'];
  const own = known.get(action) ?? refusalsOf(action);
  known.set(action, own);
  const documented = [...own, ...anywhereRefusals].filter((refusal) => refusal.status === status);
  return [...problems, ...entries.flatMap((entry) => undocumentedEntry(documented, status, entry))];
}

function undocumentedEntry(documented: readonly DocumentedRefusal[], status: number, entry: unknown): string[] {
  if (!isRecord(entry) || !hasMessage(entry)) return [`not an error entry: ${JSON.stringify(entry)}`];
  const { message, layer, reason, code, path } = entry as unknown as ErrorEntry;
  if (!hasOnly(entry, ['message', 'layer', 'reason', 'count', 'aiHint', 'code', 'path'])) {
    return [`an error entry has no such field: ${Object.keys(entry).join(', ')}`];
  }
  const matching = documented.filter((refusal) => matchesMessage(refusal, message) && refusal.reason === reason);
  if (matching.length === 0)
    return [`${status} ${JSON.stringify(message)}${reason ? ` (reason ${reason})` : ''} is not documented`];
  const ofLayer = matching.filter((refusal) => refusal.layer === layer);
  if (ofLayer.length === 0) {
    return [
      `${status} ${JSON.stringify(message)} came from the layer ${layer}: its refusal needs \`layer: '${layer}'\``,
    ];
  }
  const codes = ofLayer.map((refusal) => refusal.code);
  // A message about a field can have several of the fields' codes: a malformed ID that is no text is `invalid_field`.
  const isKnown = codes.some((known) => known === code || [known, code].every((one) => fieldCodes.includes(one ?? '')));
  if (!isKnown) return [`${status} ${JSON.stringify(message)} has the code ${code}, documented: ${codes.join(', ')}`];
  return path === undefined || /^[a-z]\w*(\.|$)/i.test(path) ? [] : [`not a path: ${JSON.stringify(path)}`];
}
