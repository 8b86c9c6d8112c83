'use client';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { KeyForm, type NewKey } from './key-form.tsx';
import { PrivateKey } from './private-key.tsx';

/** Creates or registers an API key. A new private key is lost when the dialog closes, so closing asks for confirmation until it is saved. */
export function NewKeyButton({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const [newKey, setNewKey] = useState<NewKey & { readonly privateKey: string }>();
  const [isSaved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isAtRisk = newKey !== undefined && !isSaved;
  useEffect(() => {
    if (!isAtRisk) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isAtRisk]);
  const close = () => {
    setOpen(false);
    setNewKey(undefined);
    setSaved(false);
    setLeaving(false);
  };
  const change = (open: boolean) => {
    if (open) setOpen(true);
    else if (isAtRisk) setLeaving(true);
    else close();
  };
  const created = ({ privateKey, ...key }: NewKey) => (privateKey ? setNewKey({ ...key, privateKey }) : close());
  const form = (kind: 'generate' | 'paste') => <KeyForm kind={kind} environment={environment} onCreated={created} />;
  return (
    <>
      <Button variant="primary" onClick={() => change(true)}>
        <Plus className="size-4" aria-hidden />
        Create API key
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        size="large"
        title={newKey ? `Private key “${newKey.nickname}”` : 'Create API key'}
        {...(newKey && {
          footer: isLeaving ? (
            <LeaveWarning onStay={() => setLeaving(false)} onLeave={close} />
          ) : (
            <Button onClick={() => change(false)}>Done</Button>
          ),
        })}
      >
        {newKey ? (
          <PrivateKey
            newKey={newKey}
            onSaved={() => {
              setSaved(true);
              setLeaving(false);
            }}
          />
        ) : (
          <Tabs
            label="Key source"
            tabs={[
              { value: 'generate', label: 'Generate in browser', content: form('generate') },
              { value: 'paste', label: 'Paste a public key', content: form('paste') },
            ]}
          />
        )}
      </Dialog>
    </>
  );
}

function LeaveWarning({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Alert tone="danger" title="You haven’t saved this key" className="w-full">
      <p>If you close this dialog, the private key is lost and you will need to create a new one.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onStay}>
          Keep open
        </Button>
        <Button size="small" variant="danger" onClick={onLeave}>
          Close without saving
        </Button>
      </div>
    </Alert>
  );
}
