import { CopyField } from '#components/ui/copy-field.tsx';

/** The link of an invitation that was just made, to pass on where the email does not arrive. It is not shown again. */
export const InvitationLink = ({ link, email }: { link: string; email: string }) => (
  <div className="flex min-w-0 flex-col gap-1.5 text-sm">
    <p>
      Invitation link for <span className="font-medium wrap-anywhere">{email}</span>. It is in the email, too. Copy it
      now to send it another way: it is not shown again.
    </p>
    <CopyField value={link} what="invitation link" />
  </div>
);
