/** What each kind of caller may send. */
import type { Endpoint, PublicCallerKind } from '../endpoints.ts';
import { bodyFor } from '../examples.ts';
import type { JsonSchema } from '../json-schema.ts';
import { sampleValue } from '../placeholders.ts';

/**
 * The request's schema for a caller: without the fields that are deprecated, ignored or refused, and with the fields
 * that only this caller must send. Both follow from the action's own checks, tried with a complete body.
 */
export function requestFor(endpoint: Endpoint, caller: PublicCallerKind): JsonSchema {
  const { action, request } = endpoint;
  const { ignores = [], refuses = [] } = action.bodyLimits?.[caller] ?? {};
  const example: Record<string, unknown> = { ...bodyFor(endpoint, caller, sampleValue) };
  const isRefused = (body: Readonly<Record<string, unknown>>) => action.refuseCall?.(body, caller) !== undefined;
  const properties = Object.entries(request.properties ?? {}).filter(
    ([name, schema]) =>
      !schema.deprecated &&
      !ignores.includes(name) &&
      !refuses.includes(name) &&
      !isRefused({ [name]: sampleOf(schema), ...example }),
  );
  const complete = { ...Object.fromEntries(properties.map(([name, schema]) => [name, sampleOf(schema)])), ...example };
  const isNeeded = (name: string) => {
    const { [name]: _, ...rest } = complete;
    return action.missing?.(rest, caller) === name || isRefused(rest);
  };
  const required = properties
    .map(([name]) => name)
    .filter((name) => request.required?.includes(name) || isNeeded(name));
  return { ...request, properties: Object.fromEntries(properties), required };
}

const sampleOf = ({ examples, default: fallback }: JsonSchema): unknown => examples?.[0] ?? fallback ?? 'sample';
