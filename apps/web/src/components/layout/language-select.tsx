import { inMenuOrder, languageDetails, type VisitorLanguage } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { adminLanguages, changeLanguage } from '../../lib/language/page-language.js';
import { isAdminPath, useMessages } from '../../messages/use-messages.js';

export interface LanguageSelectProps {
  /** Language tags. Unknown ones are ignored. */
  offered: readonly string[];
}

/** Shows the offered languages by their own names, and changes the language of the page. */
export function LanguageSelect({ offered }: LanguageSelectProps) {
  const { language: shown, common: t } = useMessages();
  const queryClient = useQueryClient();
  const [hasFailed, setFailed] = useState(false);
  const [path] = useLocation();
  const languages = inMenuOrder(offered).filter(
    (language) => !isAdminPath(path) || adminLanguages.includes(language),
  );
  if (languages.length < 2) return null;
  const change = (language: VisitorLanguage) => {
    setFailed(false);
    changeLanguage(queryClient, language).catch(() => setFailed(true));
  };
  return (
    <div className="no-print relative w-fit">
      <Languages
        className="pointer-events-none absolute start-3 top-3 size-5 text-muted"
        aria-hidden="true"
      />
      <select
        aria-label={t.language}
        value={shown}
        onChange={(event) => change(event.target.value as VisitorLanguage)}
        className="control min-h-11 cursor-pointer appearance-none rounded-control border border-line bg-background/70 ps-10 pe-4 text-[0.95rem] text-foreground hover:border-line-strong [&>option]:bg-panel"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageDetails[language].name}
          </option>
        ))}
      </select>
      {hasFailed && (
        <p role="alert" className="absolute end-0 top-full w-max max-w-60 pt-1 text-sm text-destructive">
          {t.loadFailedText}
        </p>
      )}
    </div>
  );
}
