<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Subscription orders. Subscriptions, started by a checkout. Cancel, reactivate and change them.
 *
 * @phpstan-import-type BillingDetail from Types
 * @phpstan-import-type CreateSubscriptionOrderData from Types
 * @phpstan-import-type PausedOrder from Types
 * @phpstan-import-type SubscriptionOrder from Types
 * @phpstan-import-type UndoSubscriptionOrderPlanChangeData from Types
 */
final class SubscriptionOrderActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Cancel a subscription at the end of the paid period.
     *
     * Callers: API key, Session token.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @return SubscriptionOrder
     */
    public function cancelOrder(
        string $orderId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/cancel-order', Body::of([
            'orderId' => $orderId,
        ], []), $idempotencyKey);
    }

    /**
     * Reserved for changing a subscription’s product.
     *
     * Callers: API key.
     *
     * Not implemented. Always returns 501.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param mixed|Omit $orderId The subscription, `ORD_xxx`; ignored for now
     * @param mixed|Omit $targetProductId The new product, `PROD_xxx`; ignored for now
     */
    public function changeProduct(
        mixed $orderId = Omit::Value,
        mixed $targetProductId = Omit::Value,
        ?string $idempotencyKey = null,
    ): void {
        $this->actions->call('/v1/actions/subscription-order/change-product', Body::of([
            'orderId' => $orderId,
            'targetProductId' => $targetProductId,
        ], []), $idempotencyKey);
    }

    /**
     * Create the pending order of a subscription’s checkout session and get its checkout page.
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
     * @return CreateSubscriptionOrderData
     */
    public function createOrder(
        string $checkoutSessionId,
        array $billingDetail,
        string|Omit $buyerEmail = Omit::Value,
        string|Omit $buyerIp = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/create-order', Body::of([
            'checkoutSessionId' => $checkoutSessionId,
            'billingDetail' => $billingDetail,
            'buyerEmail' => $buyerEmail,
            'buyerIp' => $buyerIp,
            'successUrl' => $successUrl,
        ], ['billingDetail']), $idempotencyKey);
    }

    /**
     * Pause a subscription.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @param string|Omit $resumesAt ISO 8601, with `Z` or an offset
     * @return PausedOrder
     */
    public function pauseOrder(
        string $orderId,
        string|Omit $resumesAt = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/pause-order', Body::of([
            'orderId' => $orderId,
            'resumesAt' => $resumesAt,
        ], []), $idempotencyKey);
    }

    /**
     * Undo the cancellation of a subscription.
     *
     * Callers: Session token.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @return SubscriptionOrder
     */
    public function reactivateOrder(
        string $orderId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/reactivate-order', Body::of([
            'orderId' => $orderId,
        ], []), $idempotencyKey);
    }

    /**
     * Resume a paused subscription.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @return PausedOrder
     */
    public function resumeOrder(
        string $orderId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/resume-order', Body::of([
            'orderId' => $orderId,
        ], []), $idempotencyKey);
    }

    /**
     * Take back a plan change that is scheduled for the end of the period.
     *
     * Callers: API key, Session token.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $orderId `ORD_xxx` or the bare UUID
     * @return UndoSubscriptionOrderPlanChangeData
     */
    public function undoPlanChange(
        string $orderId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-order/undo-plan-change', Body::of([
            'orderId' => $orderId,
        ], []), $idempotencyKey);
    }
}
