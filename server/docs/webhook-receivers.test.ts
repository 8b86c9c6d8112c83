/** Runs the documentation's receivers with requests that the server signs. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#db/free-port.ts';
import { baseUrl, db } from '#server/testing/api.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { type ReceiverExample, receiverExamples, secretExamples } from './webhook-receivers.ts';

const run = promisify(execFile);
const sign = webhookSigner(db, testSecret);
const storeId = 'STO_0000000000000000000001';
const minuteMs = 60_000;

const succeeds = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const canRun: Readonly<Record<ReceiverExample['language'], boolean>> = {
  typescript: true,
  python: succeeds('python3', ['-c', 'import cryptography']),
  php: succeeds('php', ['-r', 'exit(extension_loaded("openssl") ? 0 : 1);']),
  go: succeeds('go', ['version']),
  shell: succeeds('curl', ['--version']) && succeeds('openssl', ['version']),
};
for (const [language, can] of Object.entries(canRun)) {
  if (!can) console.warn(`${language} is not installed: its receiver is not run`);
}

let folder = '';
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-receivers-'));
});
afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
});

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A signed delivery of a store at a time. */
async function deliver({
  of = storeId,
  at = new Date(),
  environment = 'test' as 'test' | 'prod',
} = {}): Promise<SignedRequest> {
  const body = JSON.stringify({
    id: '0190c9a0-0000-7000-8000-000000000001',
    timestamp: at.toISOString(),
    eventType: 'order.completed',
    eventId: '0190c9a0-0000-7000-8000-000000000002',
    storeId: of,
    storeName: 'Kettle & Crema – 咖啡',
    mode: environment,
    data: { orderId: 'ORD_0000000000000000000001', amount: '29.00' },
  });
  const delivery = { id: 'any', eventType: 'order.completed' as const, sequence: 1, environment, body };
  return await messageFor(delivery, { channel: 'http', url: '', secret: null }, sign, at);
}

type Outcome = 'accepted' | 'rejected';

/** Sends a request to the running example and returns the outcome. */
type Send = (sent: SignedRequest) => Promise<Outcome>;

async function startReceiver({ code, file, run: command }: ReceiverExample, port: number): Promise<Send> {
  await writeFile(join(folder, file), code);
  const [program = '', ...args] = command.split(' ');
  started.push(spawn(program, args, { cwd: folder, stdio: 'ignore' }));
  const post = ({ headers, body }: SignedRequest) =>
    new Promise<number>((resolve, reject) => {
      const options = { method: 'POST', port, host: '127.0.0.1', headers };
      request(options, (response) => resolve(response.resume().statusCode ?? 0))
        .on('error', reject)
        .end(body);
    });
  await expect.poll(() => post({ headers: {}, body: '' }).catch(() => 0), { timeout: 60_000 }).toBe(400);
  return async (sent) => {
    const status = await post(sent);
    expect([204, 400]).toContain(status);
    return status === 204 ? 'accepted' : 'rejected';
  };
}

async function saveScript({ code, file, run: command }: ReceiverExample): Promise<Send> {
  await writeFile(join(folder, file), code);
  return async ({ headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await writeFile(join(folder, 'headers.txt'), lines.join(''));
    await writeFile(join(folder, 'body.json'), body);
    return await run('sh', ['-c', command], { cwd: folder }).then(
      () => 'accepted' as const,
      () => 'rejected' as const,
    );
  };
}

const examplesAt = (port: number) => receiverExamples({ baseUrl, storeId, environment: 'test', port });

describe.each(examplesAt(0).map(({ language, label }) => [label, language] as const))('%s', (_, language) => {
  test.skipIf(!canRun[language])('accepts correctly signed requests and rejects all others', async () => {
    const port = await freePort();
    const example = examplesAt(port).find((one) => one.language === language);
    if (!example) throw new Error('there is no such example');
    const send = await (language === 'shell' ? saveScript(example) : startReceiver(example, port));
    const good = await deliver();
    const signature = good.headers['X-Webhook-Signature'] ?? '';
    const withSignature = (value: string) => ({ ...good, headers: { ...good.headers, 'X-Webhook-Signature': value } });
    const ago = (ms: number) => new Date(Date.now() - ms);
    const cases: [string, SignedRequest, Outcome][] = [
      ['unchanged', good, 'accepted'],
      ['sent twice', good, 'accepted'],
      ['four minutes old', await deliver({ at: ago(4 * minuteMs) }), 'accepted'],
      ['a different body', { ...good, body: good.body.replace('29.00', '2.00') }, 'rejected'],
      ['the same JSON with other bytes', { ...good, body: JSON.stringify(JSON.parse(good.body), null, 1) }, 'rejected'],
      ['six minutes old', await deliver({ at: ago(6 * minuteMs) }), 'rejected'],
      ['from the future', await deliver({ at: ago(-6 * minuteMs) }), 'rejected'],
      [
        'an old request with the current time',
        withSignature(signature.replace(/t=\d+/, `t=${Date.now() + 1}`)),
        'rejected',
      ],
      ['another store’s event', await deliver({ of: 'STO_0000000000000000000002' }), 'rejected'],
      ['an event of the other environment, with its key', await deliver({ environment: 'prod' }), 'rejected'],
      ['an unknown key', { ...good, headers: { ...good.headers, 'X-Webhook-Key-Id': 'mine' } }, 'rejected'],
      ['no signature', withSignature(''), 'rejected'],
      ['half a signature', withSignature(signature.slice(0, -8)), 'rejected'],
      ['no timestamp', withSignature(signature.replace(/t=\d+/, 't=')), 'rejected'],
      ['no headers', { headers: {}, body: good.body }, 'rejected'],
      ['unchanged, after all of these', good, 'accepted'],
    ];
    for (const [name, sent, outcome] of cases) expect([name, await send(sent)]).toEqual([name, outcome]);
  });
});

describe('a secret', () => {
  const [secret, time, body] = ['our own secret', '1772366400250', '{"storeName":"咖啡"}'];
  const right = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const given = [right, right.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), right.slice(2), '', 'ü'];
  const expected = [true, false, false, false, false];
  const codeOf = (language: string): string => secretExamples.find((one) => one.language === language)?.code ?? '';
  const list = JSON.stringify(given);

  test('TypeScript', async () => {
    const calls = `console.log(JSON.stringify(${list}.map((one) => isOurs(${JSON.stringify(secret)}, '${time}', Buffer.from('${body}'), one))));`;
    await writeFile(join(folder, 'secret.ts'), `${codeOf('typescript')}${calls}\n`);
    const { stdout } = await run(process.execPath, [join(folder, 'secret.ts')]);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test.skipIf(!canRun.python)('Python', async () => {
    const calls = `import json\nprint(json.dumps([is_ours("${secret}", "${time}", '${body}'.encode(), one) for one in ${list}]))`;
    await writeFile(join(folder, 'secret.py'), `${codeOf('python')}\n\n${calls}\n`);
    const { stdout } = await run('python3', [join(folder, 'secret.py')]);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test.skipIf(!canRun.php)('PHP', async () => {
    const calls = `echo json_encode(array_map(fn ($one) => isOurs('${secret}', '${time}', '${body}', $one), json_decode('${list}')));`;
    const { stdout } = await run('php', ['-r', `${codeOf('php')}${calls}`]);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test.skipIf(!canRun.go)('Go', async () => {
    const calls = `func main() {\n\tfor _, one := range []string{${given.map((one) => JSON.stringify(one)).join(', ')}} {\n\t\tfmt.Println(isOurs(${JSON.stringify(secret)}, "${time}", []byte(${JSON.stringify(body)}), one))\n\t}\n}`;
    const imports = 'package main\n\nimport (\n\t"crypto/hmac"\n\t"crypto/sha256"\n\t"encoding/hex"\n\t"fmt"\n)\n\n';
    await writeFile(join(folder, 'secret.go'), `${imports}${codeOf('go')}\n${calls}\n`);
    const { stdout } = await run('go', ['run', join(folder, 'secret.go')]);
    expect(stdout.trim().split('\n')).toEqual(expected.map(String));
  });

  test.skipIf(!canRun.shell)('openssl', async () => {
    await writeFile(join(folder, 'body.json'), body);
    const { stdout } = await run('sh', ['-c', codeOf('shell')], {
      cwd: folder,
      env: { ...process.env, secret, time, body: 'body.json' },
    });
    expect(stdout.trim()).toBe(right);
  });
});
