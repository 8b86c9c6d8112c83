/** Installs what tests need beside Node from Debian's packages. It requires root, as in a container. */
import { existsSync, readFileSync } from 'node:fs';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied } from '#server/cli/tied-process.ts';

const PACKAGE_TIMEOUT_MS = 600_000;
/** Waits while another process installs packages. */
const WAITING = ['-o', 'DPkg::Lock::Timeout=300'];

/** Whether packages can be installed here. */
export function isRootOnDebian(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(release);
}

/** Installs the named packages one by one until `isThere` is true. */
export async function installPackages(names: readonly string[], isThere: () => boolean | Promise<boolean>) {
  await tryCommand(['apt-get', ...WAITING, 'update'], PACKAGE_TIMEOUT_MS);
  for (const name of names) {
    await tryCommand(['apt-get', ...WAITING, 'install', '-y', '--no-install-recommends', name], PACKAGE_TIMEOUT_MS);
    if (await isThere()) return;
  }
}

/** The caller checks the result, so a failure is ignored. */
export async function tryCommand(command: string[], timeoutMs: number) {
  // In runlevel 1, packages start no services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const running = spawnTied(command, { cwd: projectRoot, env, output: 'ignore' });
  const timer = setTimeout(() => void running.stop(), timeoutMs);
  await running.ended;
  clearTimeout(timer);
}
