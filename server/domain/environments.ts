/** Every product exists in two environments; `test` moves no money. */
export const environments = ['test', 'prod'] as const;
export type Environment = (typeof environments)[number];

export const isEnvironment = (value: unknown): value is Environment => value === 'test' || value === 'prod';
