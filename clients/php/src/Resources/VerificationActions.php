<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Content checks. The answer of a content filter for prompts.
 *
 * @phpstan-import-type ScanVerificationPromptData from Types
 */
final class VerificationActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Scan a prompt for restricted content. Always answers `review`, because there is no content filter.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `read`.
     *
     * @param string $prompt The text to scan; at most 10,000 characters
     * @param 'en'|'ja'|'zh'|Omit $locale The language of the prompt
     * @param 'off'|'shadow'|'enforce'|Omit $semantic How a model takes part. There is none
     * @return ScanVerificationPromptData
     */
    public function scanPrompt(
        string $prompt,
        string|Omit $locale = Omit::Value,
        string|Omit $semantic = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/verification/scan-prompt', Body::of([
            'prompt' => $prompt,
            'locale' => $locale,
            'semantic' => $semantic,
        ], []), $idempotencyKey);
    }
}
