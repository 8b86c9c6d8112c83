/** Recorded responses of all endpoints. `examples.test.ts` compares them with real responses. */
import responses from './responses.json' with { type: 'json' };

/** The response to an endpoint's example call; undefined for endpoints that are not implemented. */
export function responseExample(name: string, baseUrl: string): unknown {
  const response = (responses as Readonly<Record<string, unknown>>)[name];
  return response === undefined ? undefined : JSON.parse(JSON.stringify(response).replaceAll('{baseUrl}', baseUrl));
}
