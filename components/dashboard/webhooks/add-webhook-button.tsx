'use client';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { WebhookForm } from './webhook-form.tsx';

interface AddWebhookButtonProps {
  storeId: string;
  environment: Environment;
  /** The path of the webhook list. */
  href: string;
}

/** Adds a webhook and opens its page. */
export function AddWebhookButton({ storeId, environment, href }: AddWebhookButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden />
        Add webhook
      </Button>
      <WebhookForm
        storeId={storeId}
        environment={environment}
        isOpen={isOpen}
        setOpen={setOpen}
        onSaved={(id) => router.push(`${href}/${id}`)}
      />
    </>
  );
}
