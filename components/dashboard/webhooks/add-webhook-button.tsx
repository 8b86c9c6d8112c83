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
  /** Where the webhooks are. */
  href: string;
}

/** Adds a webhook, and goes to its page, where it can be tried out. */
export function AddWebhookButton({ storeId, environment, href }: AddWebhookButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden />
        Add a webhook
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
