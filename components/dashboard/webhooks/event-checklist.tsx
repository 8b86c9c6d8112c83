'use client';
import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, useErrorUntilEdit } from '#components/ui/forms/field.tsx';
import { webhookEventDefinition, webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { eventGroups } from './webhook-words.ts';

interface EventChecklistProps {
  /** The events checked initially. */
  chosen: readonly string[];
  error: string | undefined;
}

/** A webhook's events as grouped checkboxes named `events`. Selected events without a checkbox stay selected. */
export function EventChecklist({ chosen, ...props }: EventChecklistProps) {
  const id = useId();
  const [error, edited] = useErrorUntilEdit(props.error);
  const box = useRef<HTMLFieldSetElement>(null);
  const checkAll = (checked: boolean) => {
    for (const checkbox of box.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []) {
      checkbox.checked = checked;
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
        <Button size="small" onClick={() => checkAll(true)}>
          Select all
        </Button>
        <Button size="small" onClick={() => checkAll(false)}>
          Clear
        </Button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {chosen.map((event) =>
        webhookEvents.some((listed) => listed === event) ? null : (
          <input key={event} type="hidden" name="events" value={event} />
        ),
      )}
      {eventGroups.map(({ name, events }) => (
        // biome-ignore lint/a11y/useSemanticElements: nested fieldsets make screen readers repeat both legends
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
