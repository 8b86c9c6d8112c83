<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Webhook deliveries. Resend deliveries of events to webhooks. List them with webhookDeliveries in
 * GraphQL.
 *
 * @phpstan-import-type SendWebhookDeliveryAgainAllData from Types
 * @phpstan-import-type SendWebhookDeliveryAgainData from Types
 */
final class WebhookDeliveryActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Resend a delivery in any status.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return SendWebhookDeliveryAgainData
     */
    public function sendAgain(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook-delivery/send-again', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Resend a webhook’s failed deliveries, or all of a time range.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $webhookId As given in the request that created it
     * @param 'failed'|'all'|Omit $status `failed`, or `all` deliveries; `all` requires `from`
     * @param string|Omit $from Start of the range, inclusive; defaults to the oldest stored delivery
     * @param string|Omit $to End of the range, exclusive; defaults to now
     * @param bool|Omit $dryRun Only counts the deliveries
     * @return SendWebhookDeliveryAgainAllData
     */
    public function sendAgainAll(
        string $webhookId,
        string|Omit $status = Omit::Value,
        string|Omit $from = Omit::Value,
        string|Omit $to = Omit::Value,
        bool|Omit $dryRun = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/webhook-delivery/send-again-all', Body::of([
            'webhookId' => $webhookId,
            'status' => $status,
            'from' => $from,
            'to' => $to,
            'dryRun' => $dryRun,
        ], []), $idempotencyKey);
    }
}
