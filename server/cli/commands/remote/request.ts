import { Api } from '../../remote/api.ts';
import { connectionHelp, connectionOptions, readConnection } from '../../remote/connection.ts';
import { readFields } from '../../remote/request-fields.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';

export const usage = 'request RESOURCE/ACTION | graphql | PATH [key=value …] [--idempotency-key KEY]';
export const summary = 'Send a signed request and print the answer; exit code 1 for a refusal.';
export const details = `Fields:
  key=value                a string
  key:=json                any JSON: amount:=1200, active:=true, list:=[1,2]
  a.b.c=value              a field of an object in an object
  key=@FILE                a string from a file

Examples:
  counterfoil request store/update-store id=STO_… name="Kettle & Crema"
  counterfoil request checkout/create-session storeId=STO_… productId=PROD_… productType=onetime currency=USD
  counterfoil request graphql query='{ stores { id name } }'
  counterfoil request /v1/events storeId=STO_… after=0

A PATH, such as /v1/events, is a GET with the fields in its query.

${connectionHelp}`;

/** Sends one request. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: { ...connectionOptions, 'idempotency-key': { type: 'string' } },
  });
  const [target, ...typed] = positionals;
  if (target === undefined) throw new UsageError('Missing RESOURCE/ACTION, such as store/update-store');
  const fields = readFields(typed);
  const key = values['idempotency-key'];
  const api = new Api(readConnection(values));
  const headers = key === undefined ? {} : { 'X-Idempotency-Key': key };
  const { status, text } = target.startsWith('/')
    ? await api.raw('GET', withQuery(target, fields), undefined)
    : await api.raw('POST', pathOf(target), JSON.stringify(fields), { headers });
  process.stdout.write(`${formatted(text)}\n`);
  if (status !== 200) {
    process.stderr.write(`The server answered ${status}\n`);
    process.exitCode = 1;
  } else if (target === 'graphql' && JSON.parse(text).errors) process.exitCode = 1;
}

function pathOf(target: string): string {
  if (target === 'graphql') return '/v1/graphql';
  if (/^[a-z-]+\/[a-z-]+$/.test(target)) return `/v1/actions/${target}`;
  throw new UsageError(`${target} is not RESOURCE/ACTION, such as store/update-store`);
}

function withQuery(path: string, fields: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
