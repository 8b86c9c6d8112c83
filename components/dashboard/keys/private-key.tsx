'use client';
import { Download } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { keyFileName } from './key-file-name.ts';
import type { NewKey } from './key-form.tsx';

interface PrivateKeyProps {
  newKey: NewKey & { readonly privateKey: string };
  /** It was copied or downloaded. */
  onKept: () => void;
}

/** The private half, shown this once. */
export function PrivateKey({ newKey: { nickname, environment, privateKey }, onKept }: PrivateKeyProps) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([privateKey], { type: 'application/x-pem-file' }));
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: keyFileName(nickname, environment),
    });
    link.click();
    URL.revokeObjectURL(address);
    onKept();
  };
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title="Keep it now: this is the only time you see it">
        It was made in your browser and has not been sent anywhere, so nobody can show it to you again. Put it where
        your backend keeps its secrets.
      </Alert>
      <CodeBlock text={privateKey} label="Private key" className="max-h-56" />
      <div className="grid gap-2 sm:grid-cols-2">
        <CopyButton value={privateKey} what="private key" size="medium" onCopied={onKept} />
        <Button variant="primary" onClick={download}>
          <Download className="size-4" aria-hidden />
          Download .pem
        </Button>
      </div>
    </div>
  );
}
