/** How long a sign-in counts as fresh. Adding a passkey or a prod API key requires a fresh sign-in, or the password. */
export const freshSignInSeconds = 600;

export const isFreshSignIn = (signedInAt: Date | undefined, now: Date): boolean =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() < freshSignInSeconds * 1000;
