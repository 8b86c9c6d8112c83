import { CodeSample } from './code-sample.tsx';

interface Sample {
  readonly value: string;
  readonly label: string;
  readonly code: string;
}

/**
 * Example tabs built from radio buttons, so that they support arrow keys and work without JavaScript.
 */
export function ExampleTabs({ name, label, samples }: { name: string; label: string; samples: readonly Sample[] }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end border-0 p-0">
      <legend className="sr-only">{label}</legend>
      {samples.map(({ value, label: title, code }, index) => {
        const id = `${name}-${value}`;
        return [
          <input
            key={`${value} input`}
            type="radio"
            name={name}
            id={id}
            value={value}
            defaultChecked={index === 0}
            data-language={value}
            className="sr-only"
          />,
          <label
            key={`${value} label`}
            htmlFor={id}
            className="flex min-h-11 cursor-pointer items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted -outline-offset-2 outline-focus hover:text-text sm:min-h-10 [input:checked+&]:border-primary [input:checked+&]:text-text [input:focus-visible+&]:outline-2"
          >
            {title}
          </label>,
          <div key={`${value} panel`} className="order-1 hidden w-full min-w-0 pt-3 [input:checked+label+&]:block">
            <CodeSample text={code} label={`${title}: ${label}`} />
          </div>,
        ];
      })}
    </fieldset>
  );
}
