<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Lists that are read page by page.
 *
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type RequestPage from Types
 */
final class ReadsActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Webhook events without webhooks.
     *
     * All webhook events of a store in the key’s environment, in order, whether or not a webhook exists.
     * Pass `cursor` of the last response as `after`. Each event carries the digest of the one before, so
     * that a consumer can prove that it missed none. The signature covers path and query as they are sent,
     * with an empty body. An API key with limited scopes needs `read`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID.
     * @param int|Omit $after The sequence of the last event that you have. A value beyond the last event is refused.
     * @param int|Omit $limit The number of events; 100 by default. With `signed` at most 25, also by default.
     * @param int|Omit $wait Seconds to wait if there is no event yet. A key has at most 8 waiting calls; more are refused with 429.
     * @param bool|Omit $signed Adds the headers of a webhook delivery to each event.
     * @return EventPage
     */
    public function listEvents(
        string $storeId,
        int|Omit $after = Omit::Value,
        int|Omit $limit = Omit::Value,
        int|Omit $wait = Omit::Value,
        bool|Omit $signed = Omit::Value,
    ): array {
        return $this->actions->read('/v1/events', Body::of([
            'storeId' => $storeId,
            'after' => $after,
            'limit' => $limit,
            'wait' => $wait,
            'signed' => $signed,
        ], []));
    }

    /**
     * Request log of a store.
     *
     * The API calls of the last 30 days in the key’s environment, newest first, as in the dashboard but
     * without bodies. The store’s owner also gets calls that concern no store. Successful calls of
     * `/v1/events` and `/v1/requests` are not logged. The signature covers path and query as they are
     * sent, with an empty body. An API key with limited scopes needs `read`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID.
     * @param string|Omit $before Only calls before this one.
     * @param int|Omit $limit The number of calls.
     * @return RequestPage
     */
    public function listRequests(
        string $storeId,
        string|Omit $before = Omit::Value,
        int|Omit $limit = Omit::Value,
    ): array {
        return $this->actions->read('/v1/requests', Body::of([
            'storeId' => $storeId,
            'before' => $before,
            'limit' => $limit,
        ], []));
    }
}
