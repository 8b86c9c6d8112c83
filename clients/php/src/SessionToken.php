<?php

declare(strict_types=1);

namespace Counterfoil;

/** The token of one customer, from `auth->issueSessionToken`. */
final class SessionToken implements Credential
{
    public function __construct(
        #[\SensitiveParameter] private readonly string $token,
        private readonly string $environment,
    ) {
    }

    public function headers(string $method, string $path, string $body): array
    {
        return ['Authorization' => "Bearer {$this->token}", 'X-Environment' => $this->environment];
    }
}
