<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Email deliveries. Resend emails that failed or were not sent.
 *
 * @phpstan-import-type SendEmailDeliveryAgainData from Types
 */
final class EmailDeliveryActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Resend a failed email.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $id As given in the request that created it
     * @return SendEmailDeliveryAgainData
     */
    public function sendAgain(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/email-delivery/send-again', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }
}
