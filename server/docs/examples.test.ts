/** Runs the example calls of the API reference with curl and Node.js, and records their responses. */
import { type ChildProcessByStdio, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { arrangements, buyerIdentity } from '#server/testing/arrangements.ts';
import { recordedResponse, responseShape } from '#server/testing/recorded-response.ts';
import { type Endpoint, endpoints, type PublicCallerKind } from './endpoints.ts';
import { type Example, type ExampleValues, examplesOf, placeholderValues } from './examples.ts';
import { responseExample } from './response-examples.ts';
import { undocumentedIn } from './undocumented.ts';

const run = promisify(execFile);

const hasTool = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;
const canCurl = hasTool('curl') && hasTool('openssl');
if (!canCurl) console.warn('curl or openssl is not installed: the curl examples are not run');

const isUpdate = process.env.UPDATE_EXAMPLES === '1';
const updateHint = 'Record the responses again with UPDATE_EXAMPLES=1 npm run test:api -- server/docs/examples';
const recorded: Record<string, unknown> = {};
afterAll(async () => {
  if (!isUpdate) return;
  const sorted = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => a.localeCompare(b)));
  await writeFile(join(import.meta.dirname, 'responses.json'), `${JSON.stringify(sorted, null, 2)}\n`);
});

let folder = '';
let node: ChildProcessByStdio<Writable, Readable, null>;
let printed: AsyncIterator<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-examples-'));
  const program = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'server/testing/run-programs.ts'];
  node = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  printed = createInterface({ input: node.stdout })[Symbol.asyncIterator]();
});

afterAll(async () => {
  node.stdin.end();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program with Node.js and returns its output. */
async function runProgram(code: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.ts`);
  await writeFile(file, code);
  node.stdin.write(`${file}\n`);
  const { value } = await printed.next();
  const ended = JSON.parse(value) as { printed: string; error: string | null };
  if (ended.error !== null) throw new Error(ended.error);
  return ended.printed;
}

/** One endpoint per resource and callers: within them, curl examples differ only in path and body. */
const curlEndpoints = new Set(
  Object.values(Object.groupBy(endpoints(), ({ name, callers }) => `${name.split('/')[0]} by ${callers.join()}`)).map(
    (group) => group?.[0]?.name,
  ),
);

describe.each(endpoints().map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('has an arrangement in server/testing/arrangements.ts', () => {
    expect(Object.keys(arrangements)).toContain(name);
  });

  const examples = examplesOf(endpoint, placeholderValues(baseUrl));
  for (const { label, language, caller } of examples) {
    if (language === 'curl' && !curlEndpoints.has(name)) continue;
    test.skipIf(language === 'curl' && !canCurl)(`runs as shown: ${label}`, async () => {
      const values = await arrange(endpoint, caller);
      const example = examplesOf(endpoint, values).find((one) => one.label === label);
      if (!example) throw new Error('Example not found');
      const { status, body } = await answerOf(example);
      expect([status, endpoint.isImplemented ? body.errors : undefined]).toEqual([
        endpoint.isImplemented ? 200 : 501,
        undefined,
      ]);
      expect(undocumentedIn(endpoint.action, status, body)).toEqual([]);
      if (language !== 'typescript' || caller !== endpoint.callers[0] || status !== 200) return;
      if (isUpdate) recorded[name] = recordedResponse(body, { baseUrl, slug: values.storeSlug });
      else expect(responseShape(responseExample(name, '')), updateHint).toEqual(responseShape(body));
    });
  }
});

/** Creates a merchant with the objects that the endpoint needs, and returns the example's values. */
async function arrange({ name, action }: Endpoint, caller: PublicCallerKind): Promise<ExampleValues> {
  const merchant = await newMerchant();
  const values: Record<string, string> = { storeId: merchant.storeId, ...(await arrangements[name]?.(merchant)) };
  const keyFile = join(folder, `${merchant.merchantId}.pem`);
  const key = merchant.keys[action.scope === 'shared' ? 'prod' : 'test'];
  await writeFile(keyFile, key.export({ type: 'pkcs8', format: 'pem' }));
  return {
    baseUrl,
    merchantId: merchant.merchantId,
    keyFile,
    storeSlug: merchant.slug,
    sessionToken: caller === 'sessionToken' ? await tokenOf(merchant) : '',
    valueOf(placeholder) {
      const value = values[placeholder];
      if (value === undefined) throw new Error(`The arrangement of ${name} gives no $${placeholder}`);
      return value;
    },
  };
}

/** A session token of the customer who owns the arranged order. */
async function tokenOf(merchant: TestMerchant): Promise<string> {
  const { body } = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity });
  return body.data.token;
}

interface ExampleAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the response of any endpoint
  readonly body: any;
}

/** Runs an example. The script fails if the server rejects the call; the program prints the status. */
async function answerOf({ language, code }: Example): Promise<ExampleAnswer> {
  if (language === 'typescript') {
    const stdout = await runProgram(code);
    const [status = '', body = ''] = stdout.split(/ (.*)/s);
    return { status: Number(status), body: JSON.parse(body) };
  }
  const ended = await run('sh', ['-c', code]).then(
    ({ stdout }) => ({ failed: false, stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: true, stdout, stderr }),
  );
  const body = JSON.parse(ended.stdout || 'null') ?? ended;
  const refused = Number(/error: (\d{3})/.exec('stderr' in ended ? ended.stderr : '')?.[1]);
  return { status: ended.failed ? refused : 200, body };
}
