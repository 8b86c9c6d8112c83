<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * One-time orders. Orders of one-time products, created with the API or by a payment.
 *
 * @phpstan-import-type BillingDetail from Types
 * @phpstan-import-type CreateOnetimeOrderData from Types
 * @phpstan-import-type OnetimeOrder from Types
 */
final class OnetimeOrderActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Cancel an unpaid one-time order.
     *
     * Callers: API key, Session token.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @return OnetimeOrder
     */
    public function cancelOrder(
        string $orderId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-order/cancel-order', Body::of([
            'orderId' => $orderId,
        ], []), $idempotencyKey);
    }

    /**
     * Create the pending order of a one-time checkout session and get its checkout page.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $checkoutSessionId As given in the request that created it
     * @param BillingDetail $billingDetail The buyer’s address and business, which determine the tax
     * @param string|Omit $buyerEmail Prefilled on the page
     * @param string|string|Omit $buyerIp The buyer’s IP address, v4 or v6
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the session’s `successUrl`
     * @return CreateOnetimeOrderData
     */
    public function createOrder(
        string $checkoutSessionId,
        array $billingDetail,
        string|Omit $buyerEmail = Omit::Value,
        string|Omit $buyerIp = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-order/create-order', Body::of([
            'checkoutSessionId' => $checkoutSessionId,
            'billingDetail' => $billingDetail,
            'buyerEmail' => $buyerEmail,
            'buyerIp' => $buyerIp,
            'successUrl' => $successUrl,
        ], ['billingDetail']), $idempotencyKey);
    }
}
