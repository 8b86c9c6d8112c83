/** APP_SECRET of everything that runs in the tests: what one process signs, another reads. */
export const testSecret = 'a secret that is known to the tests alone';
