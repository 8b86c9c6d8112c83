<?php

declare(strict_types=1);

namespace Counterfoil;

/** A store's public name, for checkouts without a server. */
final class StoreSlug implements Credential
{
    public function __construct(private readonly string $slug, private readonly string $environment)
    {
    }

    public function headers(string $method, string $path, string $body): array
    {
        return ['X-Store-Slug' => $this->slug, 'X-Environment' => $this->environment];
    }
}
