<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * One-time products. Products with a single payment. Created in test, published to prod, and
 * versioned.
 *
 * @phpstan-import-type CreateOnetimeProductData from Types
 * @phpstan-import-type MediaItemInput from Types
 * @phpstan-import-type PriceInput from Types
 * @phpstan-import-type PublishOnetimeProductData from Types
 * @phpstan-import-type UpdateOnetimeProductData from Types
 * @phpstan-import-type UpdateOnetimeProductStatusData from Types
 */
final class OnetimeProductActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Create a one-time product in test.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $name Shown to buyers; surrounding whitespace is removed
     * @param array<string, PriceInput> $prices Prices by currency code (ISO 4217)
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param list<MediaItemInput>|Omit $media Images and videos, in display order
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the receipt
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON
     * @return CreateOnetimeProductData
     */
    public function createProduct(
        string $storeId,
        string $name,
        array $prices,
        string|null|Omit $description = Omit::Value,
        array|Omit $media = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        array|Omit $metadata = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-product/create-product', Body::of([
            'storeId' => $storeId,
            'name' => $name,
            'prices' => $prices,
            'description' => $description,
            'media' => $media,
            'successUrl' => $successUrl,
            'metadata' => $metadata,
        ], ['prices', 'metadata']), $idempotencyKey);
    }

    /**
     * Copy a one-time product’s current test version to prod, once.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * Rejects the `X-Environment` header.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param string|Omit $testVersionId The test version to publish; rejected if it is not the current one. Defaults to the current test version
     * @return PublishOnetimeProductData
     */
    public function publishProduct(
        string $id,
        string|Omit $testVersionId = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-product/publish-product', Body::of([
            'id' => $id,
            'testVersionId' => $testVersionId,
        ], []), $idempotencyKey);
    }

    /**
     * Update a one-time product’s content as a new version.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param string|Omit $name Shown to buyers; surrounding whitespace is removed
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param array<string, PriceInput>|Omit $prices Prices by currency code (ISO 4217)
     * @param list<MediaItemInput>|Omit $media Images and videos, in display order
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the receipt
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON
     * @return UpdateOnetimeProductData
     */
    public function updateProduct(
        string $id,
        string|Omit $name = Omit::Value,
        string|null|Omit $description = Omit::Value,
        array|Omit $prices = Omit::Value,
        array|Omit $media = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        array|Omit $metadata = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-product/update-product', Body::of([
            'id' => $id,
            'name' => $name,
            'description' => $description,
            'prices' => $prices,
            'media' => $media,
            'successUrl' => $successUrl,
            'metadata' => $metadata,
        ], ['prices', 'metadata']), $idempotencyKey);
    }

    /**
     * Activate or deactivate a one-time product.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param 'active'|'inactive' $status
     * @return UpdateOnetimeProductStatusData
     */
    public function updateStatus(
        string $id,
        string $status,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/onetime-product/update-status', Body::of([
            'id' => $id,
            'status' => $status,
        ], []), $idempotencyKey);
    }
}
