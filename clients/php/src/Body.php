<?php

declare(strict_types=1);

namespace Counterfoil;

/** Builds request bodies. */
final class Body
{
    /**
     * The fields that are sent. Arrays of `$objects` become JSON objects, also if they are empty.
     *
     * @param array<string, mixed> $fields
     * @param list<string> $objects
     * @return array<string, mixed>
     */
    public static function of(array $fields, array $objects): array
    {
        $sent = array_filter($fields, static fn (mixed $value): bool => $value !== Omit::Value);
        foreach ($objects as $name) {
            if (is_array($sent[$name] ?? null)) {
                $sent[$name] = (object) $sent[$name];
            }
        }
        return $sent;
    }
}
