<?php

declare(strict_types=1);

namespace Counterfoil;

/** The default of optional parameters: the field is not sent. `null` is sent, and clears a field or is refused. */
enum Omit
{
    case Value;
}
