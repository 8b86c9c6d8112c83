'use client';
import { AuthForm } from './auth-form.tsx';
import { callAuth } from './call-auth.ts';

/** Signs in to the demo store, and opens its dashboard. */
export function DemoSignIn() {
  const send = async () => {
    const problems = await callAuth('sign-in/demo');
    if (!problems) window.location.assign('/dashboard');
    return problems;
  };
  return (
    <AuthForm submitLabel="Sign in to the demo store" send={send}>
      {() => null}
    </AuthForm>
  );
}
