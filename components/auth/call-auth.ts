import { waitWords } from '#server/domain/wait-words.ts';
/** The account endpoints under /api/auth, and their refusals as sentences. */

/** What is wrong with a form: with one of its fields, or as a whole. */
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

/** What came of a call: what it gave, or what is wrong; `code` is the service's own word for that. */
export type Answer<Data> =
  | { readonly data: Data; readonly problems?: undefined }
  | { readonly problems: Problems; readonly code?: string };

/** Calls an account endpoint for what it gives; without a body it only asks. */
export async function askAuth<Data = unknown>(endpoint: Endpoint, body?: object): Promise<Answer<Data>> {
  let response: Response;
  try {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    response = await fetch(`/api/auth/${endpoint}`, body ? sent : {});
  } catch {
    return { problems: { form: 'The service cannot be reached. Check your connection and try again.' } };
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return { data: answer as Data };
  const { code = '' } = (answer ?? {}) as { code?: string };
  // One that is locked says so by itself; the others only how long to wait.
  if (response.status === 429 && !Object.hasOwn(sentences, code)) {
    return { problems: { form: tooMany(Number(response.headers.get('X-Retry-After'))) } };
  }
  const unforeseen = { form: 'Something went wrong on our side. Nothing has changed; please try again.' };
  return { problems: sentences[code] ?? unforeseen, code };
}

/** Calls an account endpoint. Undefined: it worked. */
export const callAuth = async (endpoint: Endpoint, body: object = {}): Promise<Problems | undefined> =>
  (await askAuth(endpoint, body)).problems;

const sentences: Readonly<Record<string, Problems>> = {
  USER_ALREADY_EXISTS: {
    fields: { email: 'There is an account with this address already. Sign in instead, or use another address.' },
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    fields: { email: 'There is an account with this address already. Sign in instead, or use another address.' },
  },
  INVALID_EMAIL: { fields: { email: 'Enter an email address, such as you@example.com.' } },
  INVALID_EMAIL_OR_PASSWORD: { form: 'Email and password do not match an account. Check both, or set a new password.' },
  PASSWORD_TOO_SHORT: { fields: { password: 'Use at least 10 characters.' } },
  PASSWORD_TOO_LONG: { fields: { password: 'Use at most 128 characters.' } },
  INVALID_PASSWORD: { fields: { password: 'This is not your password.' } },
  INVALID_CODE: { fields: { code: 'This code is not right. Take the one that your app shows now.' } },
  CODE_USED: { fields: { code: 'This code has been used. Take the next one that your app shows.' } },
  INVALID_BACKUP_CODE: { fields: { code: 'This is none of your recovery codes, or it has been used.' } },
  INVALID_TWO_FACTOR_COOKIE: { form: 'That took too long, or there were too many wrong codes. Sign in once more.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { form: 'There were too many wrong codes. Sign in once more.' },
  ACCOUNT_TEMPORARILY_LOCKED: { form: 'There were too many wrong codes in a row. Try again in a quarter of an hour.' },
  TOTP_ALREADY_ENABLED: { form: 'Two-factor sign-in is on already. Load the page again.' },
  UNAUTHORIZED: { form: 'You have been signed out. Sign in again in another tab, then repeat this.' },
  SESSION_NOT_FRESH: { form: 'Enter your password once more, then repeat this.' },
  TOO_MANY_PASSKEYS: { form: 'There are 20 passkeys, the most there can be. Remove one first.' },
  INVALID_PASSKEY_NAME: { fields: { name: 'Give it a name of 1 to 64 characters.' } },
  PASSKEY_NOT_UNLOCKED: {
    form: 'The passkey was used without unlocking the device. Use one with a PIN or fingerprint.',
  },
  PASSKEY_NOT_FOUND: { form: 'This passkey belongs to no account here; it may have been removed.' },
  PREVIOUSLY_REGISTERED: { form: 'This device has a passkey for this account already.' },
  AUTHENTICATION_FAILED: { form: 'The passkey was not accepted. Try again, or sign in with your password.' },
  FAILED_TO_VERIFY_REGISTRATION: { form: 'The passkey could not be checked. Nothing was added; please try again.' },
  CHALLENGE_NOT_FOUND: { form: 'That took too long. Please try again.' },
  SIGN_UP_OFF: { form: 'Sign-up is off here. Ask the operator of this service for an account.' },
  INVITATION_REQUIRED: {
    form: 'Sign-up needs an invitation for this address. Open its link again, and use the address that it was sent to.',
  },
  EMAIL_NOT_VERIFIED: { form: 'Verify your email address first.' },
  PASSWORD_REQUIRED: { fields: { password: 'Enter your password.' } },
  INVALID_TOKEN: { form: 'This link has been used already or is too old. Ask for a new one.' },
};

const tooMany = (seconds: number): string => `Too many attempts. Try again in ${waitWords(seconds)}.`;

const minPasswordLength = 10;

/** What is wrong with the form before it is sent; the sentences say what to type. */
export function checkValues(
  values: Readonly<Record<string, string>>,
  kind: 'new-password' | 'current-password',
): Problems | undefined {
  const fields: Record<string, string> = {};
  if (values.name?.trim() === '') fields.name = 'Enter your name.';
  if (values.email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    fields.email = 'Enter an email address, such as you@example.com.';
  }
  if (values.password === '') fields.password = kind === 'new-password' ? 'Choose a password.' : 'Enter your password.';
  else if (kind === 'new-password' && values.password !== undefined && values.password.length < minPasswordLength) {
    fields.password = `Use at least ${minPasswordLength} characters; this has ${values.password.length}.`;
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}
