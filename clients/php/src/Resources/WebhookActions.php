<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Webhook controls. Test, pause and resume webhooks, and simulate delivery problems. Create webhooks
 * with the Stores endpoints.
 *
 * @phpstan-import-type PauseWebhookData from Types
 * @phpstan-import-type ResumeWebhookData from Types
 * @phpstan-import-type SendWebhookTestEventData from Types
 * @phpstan-import-type SetWebhookChaosData from Types
 */
final class WebhookActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Send a sample event to a webhook.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @param 'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed' $eventType
     * @return SendWebhookTestEventData
     */
    public function sendTestEvent(
        string $id,
        string $eventType,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook/send-test-event', Body::of([
            'id' => $id,
            'eventType' => $eventType,
        ], []), $idempotencyKey);
    }

    /**
     * Duplicate, delay, reorder or drop a test webhook’s deliveries to test your handler.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @param int|Omit $duplicate Percentage of deliveries that are sent twice, with the same ID
     * @param int|Omit $delay Percentage of deliveries that are sent up to a minute late
     * @param int|Omit $reorder Percentage of deliveries that are reordered: later events of the same object may arrive first
     * @param int|Omit $drop Percentage of deliveries that are not sent
     * @return SetWebhookChaosData
     */
    public function setChaos(
        string $id,
        int|Omit $duplicate = Omit::Value,
        int|Omit $delay = Omit::Value,
        int|Omit $reorder = Omit::Value,
        int|Omit $drop = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook/set-chaos', Body::of([
            'id' => $id,
            'duplicate' => $duplicate,
            'delay' => $delay,
            'reorder' => $reorder,
            'drop' => $drop,
        ], []), $idempotencyKey);
    }

    /**
     * Pause a webhook; new events are queued.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return PauseWebhookData
     */
    public function pause(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook/pause', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Resume a webhook and send the events it missed.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return ResumeWebhookData
     */
    public function resume(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook/resume', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }
}
