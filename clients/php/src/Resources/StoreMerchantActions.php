<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Store members. Members of a store and their roles.
 *
 * @phpstan-import-type AddStoreMerchantData from Types
 * @phpstan-import-type RemoveStoreMerchantData from Types
 * @phpstan-import-type UpdateStoreMerchantRoleData from Types
 */
final class StoreMerchantActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Add another account to a store.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param 'admin'|'member' $role
     * @param string|Omit $merchantId `MER_xxx` or the bare UUID; required without `email`
     * @param string|Omit $email The verified address of the account, instead of `merchantId`
     * @return AddStoreMerchantData
     */
    public function addMerchant(
        string $storeId,
        string $role,
        string|Omit $merchantId = Omit::Value,
        string|Omit $email = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store-merchant/add-merchant', Body::of([
            'storeId' => $storeId,
            'role' => $role,
            'merchantId' => $merchantId,
            'email' => $email,
        ], []), $idempotencyKey);
    }

    /**
     * Remove a member from a store.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $merchantId `MER_xxx` or the bare UUID
     * @return RemoveStoreMerchantData
     */
    public function removeMerchant(
        string $storeId,
        string $merchantId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store-merchant/remove-merchant', Body::of([
            'storeId' => $storeId,
            'merchantId' => $merchantId,
        ], []), $idempotencyKey);
    }

    /**
     * Change a member’s role or transfer the store.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $merchantId `MER_xxx` or the bare UUID
     * @param 'owner'|'admin'|'member' $role `owner` transfers the store
     * @return UpdateStoreMerchantRoleData
     */
    public function updateRole(
        string $storeId,
        string $merchantId,
        string $role,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store-merchant/update-role', Body::of([
            'storeId' => $storeId,
            'merchantId' => $merchantId,
            'role' => $role,
        ], []), $idempotencyKey);
    }
}
