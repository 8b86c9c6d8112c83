'use client';
import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

/** The button's labels, for translated pages. */
export interface CopyWords {
  readonly copy: string;
  /** The button's accessible name. */
  readonly copyLabel: string;
  readonly copied: string;
  readonly byHand: string;
}

interface CopyButtonProps {
  value: string;
  /** The name of the value: "store ID" makes "Copy store ID". */
  label: string;
  /** Shows only the icon. */
  compact?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onCopied?: () => void;
  className?: string;
  words?: CopyWords;
}

const english = (label: string): CopyWords => ({
  copy: 'Copy',
  copyLabel: `Copy ${label}`,
  copied: `Copied ${label}`,
  byHand: `Could not copy ${label}; select the text and copy it`,
});

/** Copies a text and reports the outcome. */
export function CopyButton({
  value,
  label,
  compact = false,
  variant = 'secondary',
  size = 'small',
  onCopied,
  className,
  words,
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
  const { copy: copyWord, copyLabel, copied, byHand } = words ?? english(label);
  const shown = words ? { copied, byHand } : { copied: 'Copied', byHand: 'Select and copy manually' };
  const word = outcome === 'copied' ? shown.copied : outcome === 'failed' ? shown.byHand : copyWord;
  return (
    <>
      <Button
        variant={variant}
        size={compact ? 'icon' : size}
        className={clsx('shrink-0', className)}
        onClick={copy}
        {...((compact || words) && { 'aria-label': copyLabel })}
      >
        <Icon className={clsx('size-4', outcome === 'copied' && 'text-success-text')} aria-hidden />
        {!compact && (
          <span>
            {word}
            {!words && <span className="sr-only"> {label}</span>}
          </span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {outcome && (outcome === 'copied' ? copied : byHand)}
      </span>
    </>
  );
}

/** Uses the clipboard API, or `execCommand` on pages without it (plain HTTP). */
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
