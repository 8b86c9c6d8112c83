/** How long a sign-in counts as fresh: adding a passkey or a prod API key needs one, or the password once more. */
export const freshSignInSeconds = 600;

export const isFreshSignIn = (signedInAt: Date | undefined, now: Date): boolean =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() < freshSignInSeconds * 1000;
