/** The endpoints for operators: of the dashboard only, and absent for anyone else. */
import type { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import type { ApiError, Layer } from '#server/domain/errors.ts';
import { type ActionContext, defineAction } from '#server/platform/action.ts';

interface OperatorAction<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly summary: string;
  readonly layer: Layer;
  readonly input: Input;
  readonly output: Output;
  /** The 404 for other callers, as for an unknown object. */
  readonly notFound: () => ApiError;
  /** The context's actor is the operator. */
  readonly run: (context: ActionContext<'dashboard'>, input: z.output<Input>) => Promise<z.input<Output>>;
}

export const operatorAction = <Input extends z.ZodObject, Output extends z.ZodObject>({
  summary,
  notFound,
  run,
  ...declaration
}: OperatorAction<Input, Output>) =>
  defineAction({
    ...declaration,
    callers: ['dashboard'],
    scope: 'shared',
    docs: { summary, refusals: [], example: {} },
    async run(context, input) {
      const { tx, caller, settings, actor } = context;
      if (!(await isOperator(tx, caller.merchantId, settings))) throw notFound();
      return run({ ...context, actor: { kind: 'operator', by: actor.by } }, input);
    },
  });
