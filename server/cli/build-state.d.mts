export type Part = 'pages' | 'server';
export const compiledProgram: string;
export function outdatedParts(): Partial<Record<Part, string>>;
export function isUpToDate(): boolean;
export function recordBuild(part: Part, digest: string): void;
