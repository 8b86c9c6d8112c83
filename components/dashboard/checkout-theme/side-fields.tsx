'use client';
import { findThemeProblems } from '#components/storefront/theme/theme-findings.ts';
import { Button } from '#components/ui/button.tsx';
import { ColorField } from '#components/ui/forms/color-field.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { readColor, writeColor } from '#server/stores/rules/theme/contrast.ts';
import { groundColor } from '#server/stores/rules/theme/paint.ts';
import { palettes } from '#server/stores/rules/theme/palettes.ts';
import { FindingNotes } from './finding-notes.tsx';
import { RadiusField } from './radius-field.tsx';
import { emptyTheme, type ThemeDraft, type ThemeField, themeFields, themeOf } from './theme-draft.ts';
import { colorFields, correctionFor, type Side, sideNames } from './theme-words.ts';

interface SideFieldsProps {
  side: Side;
  draft: ThemeDraft;
  /** The other mode's draft, to copy from. */
  other: ThemeDraft;
  onChange: (draft: ThemeDraft) => void;
  /** Whether to show a field as rejected; false while the user types in it. */
  isRefused: (field: ThemeField) => boolean;
  onLeave: (field: ThemeField) => void;
  disabled: boolean;
}

/** The logo, colors and corner radius of one mode, with contrast findings. */
export function SideFields({ side, draft, other, onChange, isRefused, onLeave, disabled }: SideFieldsProps) {
  const theme = themeOf(draft);
  const findings = findThemeProblems(side, theme);
  const set = (field: ThemeField) => (value: string) => onChange({ ...draft, [field]: value });
  const errorOf = (field: ThemeField) => (isRefused(field) ? correctionFor(field) : undefined);
  const card = groundColor(side, theme, 'card').color;
  const otherName = sideNames[side === 'light' ? 'dark' : 'light'].toLowerCase();
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Logo"
        optional
        hint="Image URL. Defaults to the store’s logo or name."
        error={errorOf('checkoutLogo')}
        note={isInsecure(draft.checkoutLogo) ? <InsecureLogo /> : undefined}
      >
        <Input
          type="url"
          inputMode="url"
          value={draft.checkoutLogo}
          onChange={(event) => set('checkoutLogo')(event.target.value)}
          onBlur={() => onLeave('checkoutLogo')}
          maxLength={2048}
          placeholder="https://"
          autoComplete="off"
          disabled={disabled}
        />
      </Field>
      {colorFields.map(({ field, label, token, ...rest }) => {
        const fieldFindings = findings.filter((finding) => finding.field === field);
        const defaultColor = palettes[side][token];
        return (
          <ColorField
            key={field}
            label={label}
            {...rest}
            value={draft[field]}
            swatch={writeColor(readColor(draft[field].trim(), card) ?? readColor(defaultColor, card) ?? card)}
            placeholder={defaultColor}
            onChange={set(field)}
            onLeave={() => onLeave(field)}
            error={errorOf(field)}
            note={fieldFindings.length > 0 ? <FindingNotes findings={fieldFindings} /> : undefined}
            disabled={disabled}
          />
        );
      })}
      <RadiusField
        value={draft.checkoutBorderRadius}
        onChange={set('checkoutBorderRadius')}
        onLeave={() => onLeave('checkoutBorderRadius')}
        error={errorOf('checkoutBorderRadius')}
        disabled={disabled}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={disabled || isSame(draft, other)} onClick={() => onChange(other)}>
          Copy from {otherName}
        </Button>
        <Button size="small" disabled={disabled || isSame(draft, emptyTheme)} onClick={() => onChange(emptyTheme)}>
          Reset to default
        </Button>
      </div>
    </div>
  );
}

const isSame = (a: ThemeDraft, b: ThemeDraft): boolean => themeFields.every((field) => a[field] === b[field]);

/** The checkout loads images over https only. */
const isInsecure = (logo: string): boolean => /^http:\/\//i.test(logo.trim());

const InsecureLogo = () => (
  <p className="text-sm text-warning-text">Not shown at checkout: images must use https://.</p>
);
