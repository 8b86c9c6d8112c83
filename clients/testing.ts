/** The clients' languages, and programs that call a client as the tests ask. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestMerchant } from '#server/testing/api.ts';
import { clientsFolder } from './generator/document.ts';

export interface Language {
  readonly name: 'Python' | 'PHP';
  readonly folder: string;
  readonly command: string;
  /** The file of the README's quick start. */
  readonly quickStart: string;
  readonly requires: string;
  readonly isInstalled: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** Makes the client importable in a folder, as its package manager does. */
  readonly install: (folder: string) => void;
}

const isOnPath = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

export const languages: readonly [Language, ...Language[]] = [
  {
    name: 'Python',
    folder: join(clientsFolder, 'python'),
    command: 'python3',
    quickStart: 'first_call.py',
    requires: 'Python 3.9',
    isInstalled: isOnPath('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'),
    env: { PYTHONPATH: join(clientsFolder, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
    install: () => {},
  },
  {
    name: 'PHP',
    folder: join(clientsFolder, 'php'),
    command: 'php',
    quickStart: 'first-call.php',
    requires: 'PHP 8.1 with curl and openssl',
    isInstalled: isOnPath(
      'php',
      '-r',
      'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") && extension_loaded("openssl") ? 0 : 1);',
    ),
    env: {},
    install: writeAutoloader,
  },
];
for (const { name, requires, isInstalled } of languages) {
  if (!isInstalled) console.warn(`Skipped: the ${name} client, because the PATH has no ${requires}`);
}

/** What `composer install` writes for the mapping of composer.json. */
function writeAutoloader(folder: string): void {
  const root = join(clientsFolder, 'php');
  const { autoload } = JSON.parse(readFileSync(join(root, 'composer.json'), 'utf8'));
  const [[prefix, path] = ['', '']] = Object.entries<string>(autoload['psr-4']);
  mkdirSync(join(folder, 'vendor'), { recursive: true });
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php
spl_autoload_register(function (string $class): void {
    $prefix = ${JSON.stringify(prefix)};
    if (!str_starts_with($class, $prefix)) { return; }
    require ${JSON.stringify(join(root, path))} . '/' . str_replace('\\\\', '/', substr($class, strlen($prefix))) . '.php';
});
`,
  );
}

/** The code of a README's section in that language, such as the one after `## Quick start`. */
export function readmeCode({ folder, name }: Language, heading: string): string {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return new RegExp(`^\`\`\`${name.toLowerCase()}\\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1] ?? '';
}

/** The email and the file of the command in a README that creates a merchant. */
export function createdMerchant(folder: string): { readonly email: string; readonly file: string } {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, email = '', path = ''] = /merchant create --email (\S+) .*--json > ([^\s)]+)\)?$/m.exec(readme) ?? [];
  return { email, file: basename(path) };
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: results of any action
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly error?: any;
}

/** A client in the tests of its language. */
export interface TestClient {
  readonly language: Language;
  readonly run: (command: object) => Promise<Answer>;
  readonly merchant: () => TestMerchant;
}

export const keyOf = ({ merchantId, keys }: TestMerchant) => ({
  merchantId,
  privateKey: keys.test.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

/** Starts a language's driver. Each command is answered before the next is sent. */
export function startDriver(language: Language, folder: string, env: Readonly<Record<string, string>> = {}) {
  language.install(folder);
  const extension = language.name === 'PHP' ? 'php' : 'py';
  const child = spawn(language.command, [join(language.folder, `tests/driver.${extension}`)], {
    cwd: folder,
    env: { ...process.env, ...language.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(command: object): Promise<Answer> {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the ${language.name} driver ended`);
      return JSON.parse(value);
    },
    stop: () => void child.stdin.end(),
  };
}
