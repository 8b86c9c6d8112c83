/** Typed paths are relative to the caller's folder, but commands run in the project's folder. */
import { resolve } from 'node:path';
import { projectRoot } from './project-root.ts';

let callerFolder: string | undefined;

/** Must be called before the process changes its folder. npm and `counterfoil` pass the caller's folder in INIT_CWD. */
export function rememberCallerFolder(): void {
  const current = process.cwd();
  callerFolder = current === projectRoot ? (process.env.INIT_CWD ?? current) : current;
}

export const callerPath = (typed: string): string => resolve(callerFolder ?? process.cwd(), typed);
