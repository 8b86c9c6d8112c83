<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Test clocks. Pause and advance a store’s time in the test environment to test renewals, trials and
 * retries.
 *
 * @phpstan-import-type AdvanceTestClockData from Types
 * @phpstan-import-type CreateTestClockData from Types
 * @phpstan-import-type ResetTestClockData from Types
 */
final class TestClockActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Advance a store’s test clock and list what happened.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $to ISO 8601, with `Z` or an offset
     * @return AdvanceTestClockData
     */
    public function advance(
        string $storeId,
        string $to,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/test-clock/advance', Body::of([
            'storeId' => $storeId,
            'to' => $to,
        ], []), $idempotencyKey);
    }

    /**
     * Create a test clock for a store.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string|Omit $at The initial time of the clock; defaults to now
     * @return CreateTestClockData
     */
    public function create(
        string $storeId,
        string|Omit $at = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/test-clock/create', Body::of([
            'storeId' => $storeId,
            'at' => $at,
        ], []), $idempotencyKey);
    }

    /**
     * Remove a store’s test clock; dates do not change.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @return ResetTestClockData
     */
    public function reset(
        string $storeId,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/test-clock/reset', Body::of([
            'storeId' => $storeId,
        ], []), $idempotencyKey);
    }
}
