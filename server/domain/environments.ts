/** Every product exists in two environments; what happens in `test` moves no money. */
export const environments = ['test', 'prod'] as const;
export type Environment = (typeof environments)[number];

/** Narrows anything to an environment. */
export const isEnvironment = (value: unknown): value is Environment => value === 'test' || value === 'prod';
