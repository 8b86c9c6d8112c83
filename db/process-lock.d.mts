export function processIdentity(pid: number): string | null;
export function isAlive(identity: string): boolean;
export function withProcessLock<Result>(
  folder: string,
  work: () => Promise<Result> | Result,
  options?: { timeoutMs?: number; onWait?: () => void },
): Promise<Result>;
