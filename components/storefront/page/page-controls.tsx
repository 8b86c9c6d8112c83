import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import type { Language } from '#server/i18n/languages.ts';
import type { ThemeChoice } from '#server/storefront/rendering/choices.ts';
import { ChoiceForm } from './choice-form.tsx';
import { usePage } from './page-context.tsx';

/** The language and theme switches. */
export const PageControls = () => (
  <div className="-me-2.5 flex shrink-0 noscript:shrink flex-wrap items-center justify-end gap-1">
    <LanguageSwitch />
    <ThemeSwitch />
  </div>
);

function LanguageSwitch() {
  const { page, say, speak } = usePage();
  const { languages, reading } = page;
  const { language } = reading;
  const [, shown = ''] = languages.find(([code]) => code === language) ?? [];
  return (
    <ChoiceForm
      name="language"
      label={say('common.language')}
      value={language}
      icon={Languages}
      shown={shown}
      onChoose={(chosen) => void speak(chosen as Language)}
    >
      {languages.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </ChoiceForm>
  );
}

const icons = { light: Sun, dark: Moon, system: Monitor } as const;
const themes = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[];

function ThemeSwitch() {
  const { page, say, paint } = usePage();
  const theme: ThemeChoice = page.theme ?? 'system';
  return (
    <ChoiceForm
      name="theme"
      label={say('common.theme')}
      value={theme}
      icon={icons[theme]}
      shown={say(`common.theme.${theme}`)}
      onChoose={(chosen) => void paint(chosen as ThemeChoice)}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {say(`common.theme.${name}`)}
        </option>
      ))}
    </ChoiceForm>
  );
}
