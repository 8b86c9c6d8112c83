<?php

declare(strict_types=1);

namespace Counterfoil;

/** A webhook request is not genuine, or too old. Answer with status 400. */
final class WebhookException extends CounterfoilException
{
}
