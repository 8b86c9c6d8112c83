import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

const states = {
  stripe: 'Live payments are processed by Stripe.',
  sandbox:
    'Live mode uses the sandbox because SANDBOX_IN_PROD is on. For demonstrations only: no money moves, and webhooks, GraphQL and exports contain provider: "sandbox".',
  none: 'No payment provider is configured for live mode. Live sales are disabled and renewals are on hold.',
} as const;

/** The payment provider of live mode, and how the operator connects one. */
export function LivePayments({ provider, webhookUrl }: { provider: ProviderName | null; webhookUrl: string }) {
  return (
    <section id="payments" className="scroll-mt-16">
      <CardSection title="Live payments" description="All stores on this server use the same payment provider.">
        <div className="flex flex-col gap-3 text-sm">
          <p>{states[provider ?? 'none']}</p>
          {provider !== 'stripe' && (
            <>
              <p>To connect Stripe, the operator sets these environment variables and restarts the server:</p>
              <ul className="flex flex-col gap-1">
                {['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => (
                  <li key={name}>
                    <code className="break-all">{name}</code>
                  </li>
                ))}
              </ul>
              <div className="flex flex-col gap-1.5">
                <p className="text-muted">Webhook endpoint to add in Stripe</p>
                <CopyField value={webhookUrl} label="webhook endpoint" />
              </div>
            </>
          )}
        </div>
      </CardSection>
    </section>
  );
}
