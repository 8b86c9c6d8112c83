<?php

declare(strict_types=1);

namespace Counterfoil;

/**
 * No response arrived, after all retries. The outcome of the call is unknown.
 *
 * Repeat an action's call with `idempotencyKey` to learn it. The key is null for reads, which need none.
 */
final class ConnectionException extends CounterfoilException
{
    public function __construct(string $message, public readonly ?string $idempotencyKey = null)
    {
        parent::__construct($message);
    }
}
