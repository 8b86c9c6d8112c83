import type { Metadata } from 'next';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { ForgotPasswordForm } from '#components/auth/forgot-password-form.tsx';
import { Link } from '#components/ui/link.tsx';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default function ForgotPasswordPage() {
  return (
    <>
      <AuthHeading title="Forgot your password?">
        We mail you a link to set a new one. Remembered it? <Link href="/sign-in">Sign in</Link>
      </AuthHeading>
      <ForgotPasswordForm />
    </>
  );
}
