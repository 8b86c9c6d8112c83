<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Sender addresses. Email addresses that a store can send from.
 *
 * @phpstan-import-type AddSenderEmailData from Types
 * @phpstan-import-type ConfirmSenderEmailData from Types
 * @phpstan-import-type ResendSenderEmailCodeData from Types
 * @phpstan-import-type RevokeSenderEmailData from Types
 */
final class SenderEmailActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Add a sender address and email a verification code to it.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $email Stored in lower case
     * @return AddSenderEmailData
     */
    public function addEmail(
        string $storeId,
        string $email,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-email/add-email', Body::of([
            'storeId' => $storeId,
            'email' => $email,
        ], []), $idempotencyKey);
    }

    /**
     * Verify a sender address with the emailed code.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @param string $code The 6 digits from the email
     * @return ConfirmSenderEmailData
     */
    public function confirmEmail(
        string $id,
        string $code,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-email/confirm-email', Body::of([
            'id' => $id,
            'code' => $code,
        ], []), $idempotencyKey);
    }

    /**
     * Email a new code to an unverified address.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return ResendSenderEmailCodeData
     */
    public function resendCode(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-email/resend-code', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Remove a sender address.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return RevokeSenderEmailData
     */
    public function revokeEmail(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-email/revoke-email', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }
}
