'use client';
import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, useErrorUntilEdit } from '#components/ui/forms/field.tsx';
import { webhookEventDefinition } from '#server/webhooks/rules/webhook-events.ts';
import { allEvents, eventGroups } from './webhook-words.ts';

interface EventChecklistProps {
  /** Which are ticked at first. */
  chosen: readonly string[];
  error: string | undefined;
}

/** The events of a webhook, in groups: checkboxes named `events`. Events that are not listed are kept as they are. */
export function EventChecklist({ chosen, ...props }: EventChecklistProps) {
  const id = useId();
  const [error, edited] = useErrorUntilEdit(props.error);
  const box = useRef<HTMLFieldSetElement>(null);
  const tick = (checked: boolean) => {
    for (const one of box.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []) {
      one.checked = checked;
    }
    edited();
  };
  return (
    <fieldset
      ref={box}
      onChange={edited}
      className="flex min-w-0 flex-col gap-3"
      {...(error && { 'aria-describedby': `${id}-error`, 'aria-invalid': true, tabIndex: -1 })}
    >
      <legend className="mb-1.5 text-sm font-medium">Events</legend>
      <div className="flex gap-2">
        <Button size="small" onClick={() => tick(true)}>
          All
        </Button>
        <Button size="small" onClick={() => tick(false)}>
          None
        </Button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {chosen.map((event) =>
        allEvents.some((one) => one === event) ? null : <input key={event} type="hidden" name="events" value={event} />,
      )}
      {eventGroups.map(({ name, events }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset inside one is announced with both legends each time
        <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="flex flex-col">
          <p id={`${id}-${name}`} className="text-xs font-medium text-muted">
            {name}
          </p>
          {events.map((event) => (
            <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm sm:min-h-9">
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={chosen.includes(event)}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0 wrap-anywhere">
                {webhookEventDefinition(event).hint} <code className="font-mono text-xs text-muted">{event}</code>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
