/** Paths that a person types are meant from the folder where they are, and commands run in the project's. */
import { resolve } from 'node:path';
import { projectRoot } from './project-root.ts';

let callerFolder: string | undefined;

/** Called before the process changes its folder. npm, and `counterfoil` itself, come here from the caller's: INIT_CWD. */
export function rememberCallerFolder(): void {
  const current = process.cwd();
  callerFolder = current === projectRoot ? (process.env.INIT_CWD ?? current) : current;
}

export const callerPath = (typed: string): string => resolve(callerFolder ?? process.cwd(), typed);
