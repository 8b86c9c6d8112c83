/** The APP_SECRET of all test processes. One process verifies what another signs. */
export const testSecret = 'a secret that is known to the tests alone';
