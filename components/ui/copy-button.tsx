'use client';
import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

interface CopyButtonProps {
  value: string;
  /** What is copied, for the button's name: "Copy store id". */
  what: string;
  /** Shows only the icon. */
  compact?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onCopied?: () => void;
  className?: string;
}

/** Copies a text, and says whether that worked. */
export function CopyButton({
  value,
  what,
  compact = false,
  variant = 'secondary',
  size = 'small',
  onCopied,
  className,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const isCopied = await copyText(value);
    setOutcome(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  const word = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select and copy by hand' : 'Copy';
  return (
    <>
      <Button
        variant={variant}
        size={compact ? 'icon' : size}
        className={clsx('shrink-0', className)}
        onClick={copy}
        {...(compact && { 'aria-label': `Copy ${what}` })}
      >
        <Icon className={clsx('size-4', outcome === 'copied' && 'text-success-text')} aria-hidden />
        {!compact && (
          <span>
            {word}
            <span className="sr-only"> {what}</span>
          </span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {outcome && (outcome === 'copied' ? `Copied ${what}` : `Could not copy ${what}; select the text and copy it`)}
      </span>
    </>
  );
}

/** The clipboard, or where the page has none (plain http), the old way. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text });
    (document.activeElement?.parentElement ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}
