<?php

declare(strict_types=1);

namespace Counterfoil;

/** Base class of all exceptions of this package. */
class CounterfoilException extends \RuntimeException
{
}
