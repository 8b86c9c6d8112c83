/** What tests need beside Node, from Debian's packages: only as root, as in a container that runs nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied } from '#server/cli/tied-process.ts';

const PACKAGE_TIMEOUT_MS = 600_000;
/** Somebody else may be installing something. */
const WAITING = ['-o', 'DPkg::Lock::Timeout=300'];

/** Whether packages can be installed here. */
export function isRootOnDebian(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(release);
}

/** Installs the packages by those names one by one, until what is wanted of them is there. */
export async function installPackages(names: readonly string[], isThere: () => boolean | Promise<boolean>) {
  await tryCommand(['apt-get', ...WAITING, 'update'], PACKAGE_TIMEOUT_MS);
  for (const name of names) {
    await tryCommand(['apt-get', ...WAITING, 'install', '-y', '--no-install-recommends', name], PACKAGE_TIMEOUT_MS);
    if (await isThere()) return;
  }
}

/** Whether it worked shows in what is there afterwards. */
export async function tryCommand(command: string[], timeoutMs: number) {
  // In runlevel 1 a package starts no service of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const running = spawnTied(command, { cwd: projectRoot, env, output: 'ignore' });
  const timer = setTimeout(() => void running.stop(), timeoutMs);
  await running.ended;
  clearTimeout(timer);
}
