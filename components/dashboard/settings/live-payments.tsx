import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

const states = {
  stripe: 'Stripe takes the payments of prod.',
  sandbox:
    'The sandbox sells in prod, as SANDBOX_IN_PROD is on: for demonstrations only. No money moves, and webhooks, GraphQL and exports say provider: "sandbox".',
  none: 'No payment provider is configured for prod. Nothing can be sold there, and renewals wait.',
} as const;

/** Which payment provider takes a store's payments in prod, and how the operator connects one. */
export function LivePayments({ provider, webhookUrl }: { provider: ProviderName | null; webhookUrl: string }) {
  return (
    <section id="payments" className="scroll-mt-16">
      <CardSection
        title="Payments in prod"
        description="The payment provider is the same for all stores of this service."
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>{states[provider ?? 'none']}</p>
          {provider !== 'stripe' && (
            <>
              <p>To connect Stripe, the operator of this service sets these and restarts it:</p>
              <ul className="flex flex-col gap-1">
                {['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => (
                  <li key={name}>
                    <code className="break-all">{name}</code>
                  </li>
                ))}
              </ul>
              <div className="flex flex-col gap-1.5">
                <p className="text-muted">Webhook endpoint to add at Stripe</p>
                <CopyField value={webhookUrl} what="webhook endpoint" />
              </div>
            </>
          )}
        </div>
      </CardSection>
    </section>
  );
}
