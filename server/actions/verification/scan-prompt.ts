import { z } from 'zod';
import { requiredText, shownUuid } from '#server/domain/fields.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { currentOrigin } from '#server/events/data/origin.ts';
import { defineAction } from '#server/platform/action.ts';

const maxPromptLength = 10_000;

/**
 * `verification/scan-prompt`: the verdict on a prompt for generated images or videos. The service has no content filter, so
 * the verdict is always `review`: a merchant's check must not pass because nothing was checked. The prompt is not stored.
 */
export const scanPrompt = defineAction({
  callers: ['apiKey'],
  scope: 'environment',
  keyScope: 'read',
  layer: 'resource',
  input: z.object({
    prompt: requiredText('prompt', maxPromptLength, { lines: 'many' }).meta({
      description: `The text to scan; at most ${maxPromptLength.toLocaleString('en')} characters`,
    }),
    locale: z.enum(['en', 'ja', 'zh']).default('en').meta({ description: 'The language of the prompt' }),
    semantic: z
      .enum(['off', 'shadow', 'enforce'])
      .default('off')
      .meta({ description: 'How a model takes part. There is none' }),
  }),
  output: z.object({
    action: z.enum(['allow', 'review', 'block']),
    reasonCode: z.enum(['allowed', 'review_required', 'restricted_content', 'service_degraded']),
    matchedCategories: z.array(z.string()),
    requestId: shownUuid().meta({ description: 'Equal to the header `X-Request-Id`' }),
    semanticStatus: z.enum([
      'disabled',
      'scored',
      'shadow_scored',
      'skipped_rules_block',
      'skipped_budget',
      'provider_timeout',
      'provider_error',
    ]),
  }),
  docs: {
    summary: 'Scan a prompt for restricted content. Always answers `review`, because there is no content filter',
    refusals: [],
    example: { prompt: 'A cat that rides a bicycle' },
  },
  run: () =>
    Promise.resolve({
      action: 'review' as const,
      reasonCode: 'service_degraded' as const,
      matchedCategories: [],
      requestId: currentOrigin()?.requestId ?? newUnguessableId(),
      semanticStatus: 'disabled' as const,
    }),
});
