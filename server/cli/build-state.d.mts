export const compiledProgram: string;
export function isUpToDate(wanted?: string): boolean;
export function recordBuild(built: string): void;
export function fingerprint(): string;
