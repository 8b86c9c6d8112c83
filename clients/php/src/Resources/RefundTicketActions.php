<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Refund requests. Customers’ requests for refunds, approved or declined by the merchant.
 *
 * @phpstan-import-type CreateRefundTicketData from Types
 * @phpstan-import-type RequestedAmountInput from Types
 * @phpstan-import-type ResubmitRefundTicketData from Types
 */
final class RefundTicketActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Request a refund as a customer, or refund a payment as a merchant.
     *
     * Callers: API key, Session token.
     *
     * An API key with limited scopes needs `refund`.
     *
     * @param string $reason The customer’s reason; at most 1,000 characters
     * @param string|Omit $orderId `ORD_xxx` or the bare UUID; required without `paymentId`
     * @param string|Omit $paymentId `PAY_xxx` or the bare UUID. Defaults to the newest payment of the order
     * @param int|string|Omit $amount An integer is in minor units, a string in display format; defaults to the remaining amount
     * @param RequestedAmountInput|Omit $requestedAmount The same with the currency of the payment. Send one of both fields
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON
     * @param string|Omit $refundTicketMerchantExternalId Your own ID, repeated on the refund and its webhooks
     * @return CreateRefundTicketData
     */
    public function createTicket(
        string $reason,
        string|Omit $orderId = Omit::Value,
        string|Omit $paymentId = Omit::Value,
        int|string|Omit $amount = Omit::Value,
        array|Omit $requestedAmount = Omit::Value,
        array|Omit $metadata = Omit::Value,
        string|Omit $refundTicketMerchantExternalId = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/refund-ticket/create-ticket', Body::of([
            'reason' => $reason,
            'orderId' => $orderId,
            'paymentId' => $paymentId,
            'amount' => $amount,
            'requestedAmount' => $requestedAmount,
            'metadata' => $metadata,
            'refundTicketMerchantExternalId' => $refundTicketMerchantExternalId,
        ], ['requestedAmount', 'metadata']), $idempotencyKey);
    }

    /**
     * Resubmit a rejected refund request.
     *
     * Callers: Session token.
     *
     * @param string $ticketId `TKT_xxx` or the bare UUID
     * @param string $reason The customer’s reason; at most 1,000 characters
     * @param string|Omit $paymentId The payment of the request; checked if given
     * @param int|string|Omit $amount An integer is in minor units, a string in display format; defaults to the previous amount, or the remainder if that is less
     * @param RequestedAmountInput|Omit $requestedAmount The same with the currency of the payment. Send one of both fields
     * @return ResubmitRefundTicketData
     */
    public function resubmitTicket(
        string $ticketId,
        string $reason,
        string|Omit $paymentId = Omit::Value,
        int|string|Omit $amount = Omit::Value,
        array|Omit $requestedAmount = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/refund-ticket/resubmit-ticket', Body::of([
            'ticketId' => $ticketId,
            'reason' => $reason,
            'paymentId' => $paymentId,
            'amount' => $amount,
            'requestedAmount' => $requestedAmount,
        ], ['requestedAmount']), $idempotencyKey);
    }
}
