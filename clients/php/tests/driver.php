<?php

// Runs the commands of clients/clients.test.ts: one JSON object per line in, one out.

declare(strict_types=1);

use Counterfoil\ApiException;
use Counterfoil\ApiKey;
use Counterfoil\Client;
use Counterfoil\ConnectionException;
use Counterfoil\CounterfoilException;
use Counterfoil\SessionToken;
use Counterfoil\StoreSlug;
use Counterfoil\WebhookVerifier;

require 'vendor/autoload.php';

function credentialOf(array $given): Counterfoil\Credential
{
    return match (true) {
        isset($given['privateKey']) => new ApiKey($given['merchantId'], $given['privateKey']),
        isset($given['slug']) => new StoreSlug($given['slug'], 'test'),
        default => new SessionToken($given['token'], 'test'),
    };
}

/** Verifies a request at each of the given times with one verifier. */
function verify(array $command): array
{
    $now = 0.0;
    $verifier = new WebhookVerifier(
        $command['baseUrl'],
        'test',
        $command['storeId'],
        cacheFile: isset($command['cacheFile']) ? getcwd() . "/{$command['cacheFile']}" : null,
        clock: function () use (&$now): float {
            return $now;
        },
    );
    foreach ($command['times'] as $time) {
        $now = (float) $time;
        $event = $verifier->verify($command['headers'], $command['body']);
    }
    return $event;
}

function run(array $command): mixed
{
    if ($command['do'] === 'verify') {
        return verify($command);
    }
    if ($command['do'] === 'verifyStandard') {
        $clock = isset($command['now']) ? fn (): float => (float) $command['now'] : null;
        return WebhookVerifier::verifyStandard($command['secret'], $command['headers'], $command['body'], $clock);
    }
    $warnings = [];
    $client = new Client(
        $command['baseUrl'],
        credentialOf($command['credential']),
        firstDelay: 0.01,
        timeout: $command['timeout'] ?? 90,
        onWarning: function (array $warning) use (&$warnings): void {
            $warnings[] = $warning;
        },
    );
    if ($command['do'] === 'graphql') {
        return $client->graphql($command['query'], $command['variables']);
    }
    if ($command['do'] === 'read') {
        return $client->{$command['resource']}->{$command['action']}(...$command['query']);
    }
    $key = isset($command['key']) ? ['idempotencyKey' => $command['key']] : [];
    $data = $client->{$command['resource']}->{$command['action']}(...$command['body'], ...$key);
    return $warnings === [] ? $data : [...$data, 'warnings' => $warnings];
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $answer = ['result' => run(json_decode($line, true))];
    } catch (ApiException $exception) {
        $answer = ['error' => [
            'type' => 'api',
            'status' => $exception->status,
            'code' => $exception->errorCode,
            'path' => $exception->path,
            'message' => $exception->getMessage(),
            'layer' => $exception->layer,
            'entries' => $exception->entries,
            'data' => $exception->data,
            'requestId' => $exception->requestId,
            'idempotencyKey' => $exception->idempotencyKey,
            'retryAfter' => $exception->retryAfter,
        ]];
    } catch (CounterfoilException $exception) {
        $answer = ['error' => [
            'type' => $exception::class,
            'message' => $exception->getMessage(),
            'idempotencyKey' => $exception instanceof ConnectionException ? $exception->idempotencyKey : null,
        ]];
    }
    echo json_encode($answer, JSON_THROW_ON_ERROR), "\n";
}
