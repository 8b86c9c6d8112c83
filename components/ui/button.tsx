'use client';
import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from './link.tsx';
import { useHydrated } from './use-hydrated.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large' | 'icon';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-[color-mix(in_oklab,var(--primary),var(--text)_14%)]',
  secondary: 'border border-control bg-surface text-text hover:bg-sunken',
  ghost: 'text-text hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-[color-mix(in_oklab,var(--danger),var(--text)_14%)]',
};

/** At least 44 px high on phones. */
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm sm:min-h-8',
  medium: 'min-h-11 px-4 text-sm sm:min-h-10',
  large: 'min-h-12 px-5 text-base',
  icon: 'size-11 sm:size-9',
};

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The classes of a button, for other elements. */
export const buttonClass = ({ variant = 'secondary', size = 'medium' }: Look = {}): string =>
  clsx(
    'relative inline-flex items-center justify-center gap-2 rounded-control text-center font-medium leading-tight',
    'transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-default',
    variants[variant],
    sizes[size],
  );

/** Hides the disabled look of a control that waits for hydration. */
export const hydratingClass = 'disabled:cursor-default disabled:opacity-100';

type ButtonProps = ComponentProps<'button'> & Look & { pending?: boolean };

/**
 * A button, `type="button"` by default. Disabled until hydration, so that no press is lost and no form is submitted
 * natively. While `pending` it keeps its width and focus, is `aria-busy`, and ignores presses and a form's Enter key.
 */
export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  disabled = false,
  ...rest
}: ButtonProps) {
  const isHydrated = useHydrated();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || !isHydrated}
      className={clsx(buttonClass(look), !isHydrated && !disabled && hydratingClass, className)}
      onClick={press}
      {...(pending && { 'aria-busy': true, 'aria-disabled': true })}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
        </span>
      )}
      <span className={clsx('inline-flex items-center justify-center gap-2', pending && 'opacity-0')}>{children}</span>
    </button>
  );
}

/** A form's submit button. */
export const SubmitButton = ({ variant = 'primary', ...rest }: Omit<ButtonProps, 'type'>) => (
  <Button {...rest} type="submit" variant={variant} />
);

/** A link with the look of a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return <Link {...rest} className={clsx(buttonClass(look), className)} />;
}
