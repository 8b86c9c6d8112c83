<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Subscription products. Products with recurring payments and an optional free trial.
 *
 * @phpstan-import-type MediaItemInput from Types
 * @phpstan-import-type PublishSubscriptionProductData from Types
 * @phpstan-import-type SubscriptionPriceInput from Types
 * @phpstan-import-type SubscriptionProductWithVersions from Types
 * @phpstan-import-type UpdateSubscriptionProductData from Types
 * @phpstan-import-type UpdateSubscriptionProductStatusData from Types
 */
final class SubscriptionProductActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Create a subscription product in test.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $name Shown to buyers; surrounding whitespace is removed
     * @param 'weekly'|'monthly'|'quarterly'|'yearly' $billingPeriod How often a subscription is charged
     * @param array<string, SubscriptionPriceInput> $prices Prices by currency code (ISO 4217)
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param list<MediaItemInput>|Omit $media Images and videos, in display order
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the receipt
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON. `trialDays` (1 to 730) is the length of a trial
     * @return SubscriptionProductWithVersions
     */
    public function createProduct(
        string $storeId,
        string $name,
        string $billingPeriod,
        array $prices,
        string|null|Omit $description = Omit::Value,
        array|Omit $media = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        array|Omit $metadata = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product/create-product', Body::of([
            'storeId' => $storeId,
            'name' => $name,
            'billingPeriod' => $billingPeriod,
            'prices' => $prices,
            'description' => $description,
            'media' => $media,
            'successUrl' => $successUrl,
            'metadata' => $metadata,
        ], ['prices', 'metadata']), $idempotencyKey);
    }

    /**
     * Copy a subscription product’s current test version to prod, once.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * Rejects the `X-Environment` header.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param string|Omit $testVersionId The test version to publish; rejected if it is not the current one. Defaults to the current test version
     * @return PublishSubscriptionProductData
     */
    public function publishProduct(
        string $id,
        string|Omit $testVersionId = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product/publish-product', Body::of([
            'id' => $id,
            'testVersionId' => $testVersionId,
        ], []), $idempotencyKey);
    }

    /**
     * Update a subscription product’s content as a new version.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param string|Omit $name Shown to buyers; surrounding whitespace is removed
     * @param 'weekly'|'monthly'|'quarterly'|'yearly'|Omit $billingPeriod How often a subscription is charged
     * @param array<string, SubscriptionPriceInput>|Omit $prices Prices by currency code (ISO 4217)
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param list<MediaItemInput>|Omit $media Images and videos, in display order
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the receipt
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON. `trialDays` (1 to 730) is the length of a trial
     * @return UpdateSubscriptionProductData
     */
    public function updateProduct(
        string $id,
        string|Omit $name = Omit::Value,
        string|Omit $billingPeriod = Omit::Value,
        array|Omit $prices = Omit::Value,
        string|null|Omit $description = Omit::Value,
        array|Omit $media = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        array|Omit $metadata = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product/update-product', Body::of([
            'id' => $id,
            'name' => $name,
            'billingPeriod' => $billingPeriod,
            'prices' => $prices,
            'description' => $description,
            'media' => $media,
            'successUrl' => $successUrl,
            'metadata' => $metadata,
        ], ['prices', 'metadata']), $idempotencyKey);
    }

    /**
     * Activate or deactivate a subscription product.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `PROD_xxx` or the bare UUID
     * @param 'active'|'inactive' $status
     * @return UpdateSubscriptionProductStatusData
     */
    public function updateStatus(
        string $id,
        string $status,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product/update-status', Body::of([
            'id' => $id,
            'status' => $status,
        ], []), $idempotencyKey);
    }
}
