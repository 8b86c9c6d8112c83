<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Stores. A store sells products. Manage stores, their settings and their webhooks.
 *
 * @phpstan-import-type AddStoreWebhookData from Types
 * @phpstan-import-type CheckoutSettingsInput from Types
 * @phpstan-import-type CreateStoreData from Types
 * @phpstan-import-type DeleteStoreData from Types
 * @phpstan-import-type NotificationSettingsInput from Types
 * @phpstan-import-type RemoveStoreWebhookData from Types
 * @phpstan-import-type UpdateStoreData from Types
 * @phpstan-import-type UpdateStoreWebhookData from Types
 */
final class StoreActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Register a webhook for a store’s events.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param 'http'|'discord'|'slack'|'telegram'|'feishu' $channel
     * @param string $url A public address. It must use https unless `testMode` is true
     * @param list<'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed'> $events Events to subscribe to. Duplicates are removed
     * @param bool $testMode true: receives test events; false: receives prod events
     * @param string|null|Omit $secret Secret shared with the receiver; null for none. Absent: generated for the channel `http`
     * @return AddStoreWebhookData
     */
    public function addWebhook(
        string $storeId,
        string $channel,
        string $url,
        array $events,
        bool $testMode,
        string|null|Omit $secret = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/add-webhook', Body::of([
            'storeId' => $storeId,
            'channel' => $channel,
            'url' => $url,
            'events' => $events,
            'testMode' => $testMode,
            'secret' => $secret,
        ], []), $idempotencyKey);
    }

    /**
     * Create a store owned by the calling merchant.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $name Shown to buyers; surrounding whitespace is removed
     * @return CreateStoreData
     */
    public function createStore(
        string $name,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/create-store', Body::of([
            'name' => $name,
        ], []), $idempotencyKey);
    }

    /**
     * Delete a store permanently; rejected while anything in it is in use.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `STO_xxx` or the bare UUID
     * @return DeleteStoreData
     */
    public function deleteStore(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/delete-store', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Delete a webhook.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @return RemoveStoreWebhookData
     */
    public function removeWebhook(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/remove-webhook', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }

    /**
     * Update the given fields of a store.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `STO_xxx` or the bare UUID
     * @param string|Omit $name Shown to buyers; surrounding whitespace is removed
     * @param 'active'|'inactive'|'suspended'|Omit $status
     * @param string|null|Omit $logo The URL of an image; null removes it
     * @param string|null|Omit $supportEmail The email address for questions from buyers
     * @param string|null|Omit $website The store’s own site
     * @param NotificationSettingsInput|null|Omit $notificationSettings Which emails the merchant gets. An absent switch keeps its value, null clears it
     * @param CheckoutSettingsInput|null|Omit $checkoutSettings The appearance of the checkout. An absent field keeps its value, null clears it
     * @param mixed|Omit $webhookSettings No longer supported: ignored with a warning
     * @return UpdateStoreData
     */
    public function updateStore(
        string $id,
        string|Omit $name = Omit::Value,
        string|Omit $status = Omit::Value,
        string|null|Omit $logo = Omit::Value,
        string|null|Omit $supportEmail = Omit::Value,
        string|null|Omit $website = Omit::Value,
        array|null|Omit $notificationSettings = Omit::Value,
        array|null|Omit $checkoutSettings = Omit::Value,
        mixed $webhookSettings = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/update-store', Body::of([
            'id' => $id,
            'name' => $name,
            'status' => $status,
            'logo' => $logo,
            'supportEmail' => $supportEmail,
            'website' => $website,
            'notificationSettings' => $notificationSettings,
            'checkoutSettings' => $checkoutSettings,
            'webhookSettings' => $webhookSettings,
        ], ['notificationSettings', 'checkoutSettings']), $idempotencyKey);
    }

    /**
     * Update the given fields of a webhook.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id As given in the request that created it
     * @param string|Omit $url A public address. It must use https unless `testMode` is true
     * @param list<'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed'>|Omit $events Events to subscribe to. Duplicates are removed
     * @param string|null|Omit $secret Secret shared with the receiver; null for none
     * @return UpdateStoreWebhookData
     */
    public function updateWebhook(
        string $id,
        string|Omit $url = Omit::Value,
        array|Omit $events = Omit::Value,
        string|null|Omit $secret = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/store/update-webhook', Body::of([
            'id' => $id,
            'url' => $url,
            'events' => $events,
            'secret' => $secret,
        ], []), $idempotencyKey);
    }
}
