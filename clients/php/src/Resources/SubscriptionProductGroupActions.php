<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Plan groups. Related subscription plans in display order. A group can limit customers to one free
 * trial.
 *
 * @phpstan-import-type CreateSubscriptionProductGroupData from Types
 * @phpstan-import-type DeleteSubscriptionProductGroupData from Types
 * @phpstan-import-type PlanGroupRulesInput from Types
 * @phpstan-import-type PublishSubscriptionProductGroupData from Types
 * @phpstan-import-type UpdateSubscriptionProductGroupData from Types
 */
final class SubscriptionProductGroupActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Create a group of subscription products.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $name Unique per store and environment; surrounding whitespace is removed
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param PlanGroupRulesInput|null|Omit $rules Omitted rules keep their values; both default to false
     * @param bool|Omit $allowsMultipleSubscriptions Whether a customer may hold several subscriptions to the group’s plans; false by default
     * @param list<string>|Omit $productIds Subscription products of the store, in display order
     * @return CreateSubscriptionProductGroupData
     */
    public function createGroup(
        string $storeId,
        string $name,
        string|null|Omit $description = Omit::Value,
        array|null|Omit $rules = Omit::Value,
        bool|Omit $allowsMultipleSubscriptions = Omit::Value,
        array|Omit $productIds = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product-group/create-group', Body::of([
            'storeId' => $storeId,
            'name' => $name,
            'description' => $description,
            'rules' => $rules,
            'allowsMultipleSubscriptions' => $allowsMultipleSubscriptions,
            'productIds' => $productIds,
        ], ['rules']), $idempotencyKey);
    }

    /**
     * Delete a group; its products are not deleted.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return DeleteSubscriptionProductGroupData
     */
    public function deleteGroup(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product-group/delete-group', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Publish a test group to prod; repeat after changes.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return PublishSubscriptionProductGroupData
     */
    public function publishGroup(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product-group/publish-group', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Update the given fields of a group.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @param string|Omit $name Unique per store and environment; surrounding whitespace is removed
     * @param string|null|Omit $description Markdown. Null or an empty string means no description
     * @param PlanGroupRulesInput|null|Omit $rules Omitted rules keep their values; both default to false
     * @param bool|Omit $allowsMultipleSubscriptions Whether a customer may hold several subscriptions to the group’s plans; false by default
     * @param list<string>|Omit $productIds Subscription products of the store, in display order
     * @return UpdateSubscriptionProductGroupData
     */
    public function updateGroup(
        string $id,
        string|Omit $name = Omit::Value,
        string|null|Omit $description = Omit::Value,
        array|null|Omit $rules = Omit::Value,
        bool|Omit $allowsMultipleSubscriptions = Omit::Value,
        array|Omit $productIds = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/subscription-product-group/update-group', Body::of([
            'id' => $id,
            'name' => $name,
            'description' => $description,
            'rules' => $rules,
            'allowsMultipleSubscriptions' => $allowsMultipleSubscriptions,
            'productIds' => $productIds,
        ], ['rules']), $idempotencyKey);
    }
}
