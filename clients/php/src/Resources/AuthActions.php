<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Session tokens. Short-lived credentials for one customer of one store, issued by your backend.
 *
 * @phpstan-import-type IssueAuthSessionTokenData from Types
 */
final class AuthActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Issue a short-lived token for one customer of one store, in the key’s environment.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `sell`.
     *
     * @param string $buyerIdentity Your identifier of the customer: an email address or your own user ID
     * @param string|Omit $storeId `STO_xxx` or the bare UUID
     * @param string|Omit $productId `PROD_xxx` or the bare UUID
     * @return IssueAuthSessionTokenData
     */
    public function issueSessionToken(
        string $buyerIdentity,
        string|Omit $storeId = Omit::Value,
        string|Omit $productId = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/auth/issue-session-token', Body::of([
            'buyerIdentity' => $buyerIdentity,
            'storeId' => $storeId,
            'productId' => $productId,
        ], []), $idempotencyKey);
    }
}
