/** The account endpoints under /api/auth, and their refusals as sentences. */

/** What is wrong with a form: with one of its fields, or as a whole. */
export interface Problems {
  readonly form?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

type Endpoint = 'sign-up/email' | 'sign-in/email' | 'sign-out' | 'request-password-reset' | 'reset-password';

/** Calls an account endpoint. Undefined: it worked. */
export async function callAuth(
  endpoint: Endpoint,
  body: Readonly<Record<string, string>> = {},
): Promise<Problems | undefined> {
  let response: Response;
  try {
    response = await fetch(`/api/auth/${endpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { form: 'The service cannot be reached. Check your connection and try again.' };
  }
  if (response.ok) return undefined;
  if (response.status === 429) return { form: tooMany(Number(response.headers.get('X-Retry-After'))) };
  const answer = (await response.json().catch(() => ({}))) as { code?: string };
  return (
    sentences[answer.code ?? ''] ?? { form: 'Something went wrong on our side. Nothing has changed; please try again.' }
  );
}

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
  INVALID_TOKEN: { form: 'This link has been used already or is too old. Ask for a new one.' },
};

function tooMany(seconds: number): string {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds > 1 ? `${seconds} seconds` : 'a moment';
  return `Too many attempts. Try again in ${wait}.`;
}

const shortestPassword = 10;

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
  else if (kind === 'new-password' && values.password !== undefined && values.password.length < shortestPassword) {
    fields.password = `Use at least ${shortestPassword} characters; this has ${values.password.length}.`;
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}
