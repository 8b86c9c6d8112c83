import { CopyField } from '#components/ui/copy-field.tsx';

/** A new invitation's link, for when the email does not arrive. It is shown only once. */
export const InvitationLink = ({ link, email }: { link: string; email: string }) => (
  <div className="flex min-w-0 flex-col gap-1.5 text-sm">
    <p>
      Invitation link for <span className="font-medium wrap-anywhere">{email}</span>. The email contains the same link.
      Copy it now if you want to share it yourself. It is not shown again.
    </p>
    <CopyField value={link} label="invitation link" />
  </div>
);
