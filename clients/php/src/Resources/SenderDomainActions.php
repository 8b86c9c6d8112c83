<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Sender domains. Domains that a store can send from.
 *
 * @phpstan-import-type AddSenderDomainData from Types
 * @phpstan-import-type CheckSenderDomainData from Types
 * @phpstan-import-type RevokeSenderDomainData from Types
 */
final class SenderDomainActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Add a sender domain and get the DNS record that verifies it.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $domain Stored in lower case, and an IDN in Punycode
     * @return AddSenderDomainData
     */
    public function addDomain(
        string $storeId,
        string $domain,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-domain/add-domain', Body::of([
            'storeId' => $storeId,
            'domain' => $domain,
        ], []), $idempotencyKey);
    }

    /**
     * Look up a domain’s DNS record now.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return CheckSenderDomainData
     */
    public function checkDomain(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-domain/check-domain', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Remove a sender domain.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return RevokeSenderDomainData
     */
    public function revokeDomain(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/sender-domain/revoke-domain', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }
}
