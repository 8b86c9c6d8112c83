<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Refunds. Full and partial refunds of payments.
 *
 * @phpstan-import-type CreateRefundData from Types
 */
final class RefundActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Refund a payment fully or partially.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `refund`.
     *
     * @param string $paymentId `PAY_xxx` or the bare UUID
     * @param int|string|Omit $amount An integer is in minor units, a string in display format; defaults to the remaining amount
     * @param string|Omit $reason Shown to the buyer on the receipt; at most 200 characters
     * @return CreateRefundData
     */
    public function createRefund(
        string $paymentId,
        int|string|Omit $amount = Omit::Value,
        string|Omit $reason = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/refund/create-refund', Body::of([
            'paymentId' => $paymentId,
            'amount' => $amount,
            'reason' => $reason,
        ], []), $idempotencyKey);
    }
}
