import type { Metadata } from 'next';
import { AuthHeading } from '#components/auth/auth-heading.tsx';
import { ForgotPasswordForm } from '#components/auth/forgot-password-form.tsx';
import { Link } from '#components/ui/link.tsx';

export const metadata: Metadata = { title: 'Forgot password?' };

export default function ForgotPasswordPage() {
  return (
    <>
      <AuthHeading title="Forgot password?">
        We’ll email you a link to set a new password. <Link href="/sign-in">Back to sign in</Link>
      </AuthHeading>
      <ForgotPasswordForm />
    </>
  );
}
