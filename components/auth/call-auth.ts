import { waitWords } from '#server/domain/wait-words.ts';
/** Calls the endpoints under /api/auth and translates their error codes to messages. */

/** Problems of a form, by field or as a whole. */
export interface Problems {
  readonly form?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

type Endpoint =
  | 'sign-up/email'
  | 'sign-in/email'
  | 'sign-in/demo'
  | 'sign-out'
  | 'request-password-reset'
  | 'reset-password'
  | 'reset-details'
  | 'send-verification'
  | 'verify-address'
  | 'update-user'
  | 'change-password'
  | 'confirm-password'
  | 'end-session'
  | 'revoke-other-sessions'
  | `two-factor/${'enable' | 'disable' | 'verify-totp' | 'verify-backup-code' | 'generate-backup-codes'}`
  | `passkey/${'generate-register-options' | 'verify-registration' | 'update-passkey' | 'delete-passkey'}`
  | `passkey/${'generate-authenticate-options' | 'verify-authentication'}`;

/** The result of a call: data, or problems with the server's error code. */
export type Answer<Data> =
  | { readonly data: Data; readonly problems?: undefined }
  | { readonly problems: Problems; readonly code?: string };

/** Calls an endpoint and returns its data. Sends GET without a body, else POST. */
export async function requestAuth<Data = unknown>(endpoint: Endpoint, body?: object): Promise<Answer<Data>> {
  let response: Response;
  try {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    response = await fetch(`/api/auth/${endpoint}`, body ? request : {});
  } catch {
    return { problems: { form: 'The server can’t be reached. Check your connection and try again.' } };
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return { data: answer as Data };
  const { code = '' } = (answer ?? {}) as { code?: string };
  // A locked account has its own message; other rate limits only say how long to wait.
  if (response.status === 429 && !Object.hasOwn(messages, code)) {
    return { problems: { form: tooMany(Number(response.headers.get('X-Retry-After'))) } };
  }
  const unexpected = { form: 'Something went wrong. Nothing was changed. Try again.' };
  return { problems: messages[code] ?? unexpected, code };
}

/** Calls an endpoint; returns undefined on success. */
export const callAuth = async (endpoint: Endpoint, body: object = {}): Promise<Problems | undefined> =>
  (await requestAuth(endpoint, body)).problems;

const messages: Readonly<Record<string, Problems>> = {
  USER_ALREADY_EXISTS: {
    fields: { email: 'An account with this email already exists. Sign in, or use another email.' },
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    fields: { email: 'An account with this email already exists. Sign in, or use another email.' },
  },
  INVALID_EMAIL: { fields: { email: 'Enter an email address, such as you@example.com.' } },
  INVALID_EMAIL_OR_PASSWORD: { form: 'Incorrect email or password.' },
  PASSWORD_TOO_SHORT: { fields: { password: 'Use at least 10 characters.' } },
  PASSWORD_TOO_LONG: { fields: { password: 'Use at most 128 characters.' } },
  INVALID_PASSWORD: { fields: { password: 'Incorrect password.' } },
  INVALID_CODE: { fields: { code: 'Incorrect code. Enter the current code from your app.' } },
  CODE_USED: { fields: { code: 'This code has already been used. Wait for the next one.' } },
  INVALID_BACKUP_CODE: { fields: { code: 'This recovery code is invalid or has already been used.' } },
  INVALID_TWO_FACTOR_COOKIE: { form: 'Your sign-in has expired. Sign in again.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { form: 'Too many incorrect codes. Sign in again.' },
  ACCOUNT_TEMPORARILY_LOCKED: { form: 'Too many incorrect codes. Try again in 15 minutes.' },
  TOTP_ALREADY_ENABLED: { form: 'Two-factor authentication is already enabled. Reload the page.' },
  UNAUTHORIZED: { form: 'You have been signed out. Sign in again in another tab, then retry.' },
  SESSION_NOT_FRESH: { form: 'Confirm your password, then retry.' },
  TOO_MANY_PASSKEYS: { form: 'You have reached the limit of 20 passkeys. Remove one first.' },
  INVALID_PASSKEY_NAME: { fields: { name: 'Enter a name of 1 to 64 characters.' } },
  PASSKEY_NOT_UNLOCKED: {
    form: 'This passkey does not verify your identity. Use one with a PIN, fingerprint or face.',
  },
  PASSKEY_NOT_FOUND: { form: 'No account uses this passkey. It may have been removed.' },
  PREVIOUSLY_REGISTERED: { form: 'This device already has a passkey for this account.' },
  AUTHENTICATION_FAILED: { form: 'The passkey was not accepted. Try again, or sign in with your password.' },
  FAILED_TO_VERIFY_REGISTRATION: { form: 'The passkey could not be verified and was not added. Try again.' },
  CHALLENGE_NOT_FOUND: { form: 'The request timed out. Try again.' },
  SIGN_UP_OFF: { form: 'Sign-up is disabled. Ask the operator for an account.' },
  INVITATION_REQUIRED: {
    form: 'This email address has no invitation. Open the invitation link again and use the invited address.',
  },
  EMAIL_NOT_VERIFIED: { form: 'Verify your email address first.' },
  PASSWORD_REQUIRED: { fields: { password: 'Enter your password.' } },
  INVALID_TOKEN: { form: 'This link has expired or has already been used. Request a new one.' },
};

const tooMany = (seconds: number): string => `Too many attempts. Try again in ${waitWords(seconds)}.`;

const minPasswordLength = 10;

/** Validates the form before it is sent. */
export function checkValues(
  values: Readonly<Record<string, string>>,
  kind: 'new-password' | 'current-password',
): Problems | undefined {
  const fields: Record<string, string> = {};
  if (values.name?.trim() === '') fields.name = 'Enter your name.';
  if (values.email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    fields.email = 'Enter an email address, such as you@example.com.';
  }
  if (values.password === '') fields.password = kind === 'new-password' ? 'Enter a password.' : 'Enter your password.';
  else if (kind === 'new-password' && values.password !== undefined && values.password.length < minPasswordLength) {
    fields.password = `Use at least ${minPasswordLength} characters. This one has ${values.password.length}.`;
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}
