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

/** Makes or registers an API key. What was made is gone when the dialog closes, so it asks before that. */
export function NewKeyButton({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<NewKey & { readonly privateKey: string }>();
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isAtRisk = made !== undefined && !isKept;
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
  const close = () => {
    setOpen(false);
    setMade(undefined);
    setKept(false);
    setLeaving(false);
  };
  const change = (open: boolean) => {
    if (open) setOpen(true);
    else if (isAtRisk) setLeaving(true);
    else close();
  };
  const created = ({ privateKey, ...key }: NewKey) => (privateKey ? setMade({ ...key, privateKey }) : close());
  const form = (kind: 'generate' | 'paste') => <KeyForm kind={kind} environment={environment} onCreated={created} />;
  return (
    <>
      <Button variant="primary" onClick={() => change(true)}>
        <Plus className="size-4" aria-hidden />
        New key
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        size="large"
        title={made ? `Private key “${made.nickname}”` : 'New API key'}
        {...(made && {
          footer: isLeaving ? (
            <LeaveWarning onStay={() => setLeaving(false)} onLeave={close} />
          ) : (
            <Button onClick={() => change(false)}>Done</Button>
          ),
        })}
      >
        {made ? (
          <PrivateKey
            newKey={made}
            onKept={() => {
              setKept(true);
              setLeaving(false);
            }}
          />
        ) : (
          <Tabs
            label="Where the key comes from"
            tabs={[
              { value: 'generate', label: 'Make it here', content: form('generate') },
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
    <Alert tone="danger" title="You have neither copied nor downloaded the key" className="w-full">
      <p>When this closes it is lost, and all that can be done with the key is to delete it.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onStay}>
          Keep it open
        </Button>
        <Button size="small" variant="danger" onClick={onLeave}>
          Close and lose the key
        </Button>
      </div>
    </Alert>
  );
}
