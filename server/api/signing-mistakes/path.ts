/** Mistakes in the signed path. */
import { alsoWith, type Candidate, candidatesFor, type SentRequest, type Source } from './mistake.ts';

/** Mistakes inside the path; the next list adds prefixes. */
const pathEnds: readonly Source<SentRequest>[] = [
  {
    name: 'query in path',
    hint: 'The signed path contains the query string; sign the path alone.',
    write: ({ path, query }) => (query === '' ? [] : [`${path}${query}`]),
  },
  {
    name: 'query not in path',
    hint: 'The signed path of a GET lacks the query string; sign path and query as they are sent.',
    write: ({ path }) => (path.includes('?') ? [path.split('?', 1)[0] ?? ''] : []),
  },
  {
    name: 'path without /v1',
    hint: 'The signed path lacks /v1; sign the whole path, such as /v1/actions/store/update-store.',
    write: ({ path }) => [path.replace(/^\/v1/, ''), path.replace(/^\/v1\/actions/, '')],
  },
  {
    name: 'trailing slash',
    hint: 'The signed path ends with a slash; sign it without.',
    write: ({ path }) => [`${path}/`],
  },
];

const pathStarts: readonly Source<{ path: string; hosts: readonly string[] }>[] = [
  {
    name: 'path without leading slash',
    hint: 'The signed path lacks its leading slash; sign it from /v1 on.',
    write: ({ path }) => [path.slice(1)],
  },
  {
    name: 'whole URL',
    hint: 'The whole URL was signed; sign the path alone.',
    write: ({ path, hosts }) => hosts.flatMap((host) => [`http://${host}${path}`, `https://${host}${path}`]),
  },
  {
    name: 'host in path',
    hint: 'The signed path starts with the host; sign the path alone.',
    write: ({ path, hosts }) => hosts.map((host) => `${host}${path}`),
  },
];

/** The paths that may have been signed. */
export const pathCandidates = (request: SentRequest): Candidate[] =>
  candidatesFor(request.path, request, pathEnds).flatMap((end) =>
    candidatesFor(end.value, { path: end.value, hosts: request.hosts }, pathStarts).map((candidate) =>
      alsoWith(candidate, end),
    ),
  );
