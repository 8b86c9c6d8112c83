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
  /** Called after the key was copied or downloaded. */
  onSaved: () => void;
}

/** The private key, shown once. */
export function PrivateKey({ newKey: { nickname, environment, privateKey }, onSaved }: PrivateKeyProps) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([privateKey], { type: 'application/x-pem-file' }));
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: keyFileName(nickname, environment),
    });
    link.click();
    URL.revokeObjectURL(address);
    onSaved();
  };
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title="Save this key now. You won’t see it again.">
        It was generated in your browser and is not stored on the server. Keep it with your backend’s secrets.
      </Alert>
      <CodeBlock text={privateKey} label="Private key" className="max-h-56" />
      <div className="grid gap-2 sm:grid-cols-2">
        <CopyButton value={privateKey} label="private key" size="medium" onCopied={onSaved} />
        <Button variant="primary" onClick={download}>
          <Download className="size-4" aria-hidden />
          Download .pem
        </Button>
      </div>
    </div>
  );
}
