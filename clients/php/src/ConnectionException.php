<?php

declare(strict_types=1);

namespace Counterfoil;

/**
 * No response arrived, after all retries. The outcome of the call is unknown: repeat it with the same
 * `idempotencyKey` to learn it.
 */
final class ConnectionException extends CounterfoilException
{
}
