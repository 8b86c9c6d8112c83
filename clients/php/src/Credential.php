<?php

declare(strict_types=1);

namespace Counterfoil;

/** Who calls the service. */
interface Credential
{
    /** @return array<string, string> the headers of a request */
    public function headers(string $method, string $path, string $body): array;
}
