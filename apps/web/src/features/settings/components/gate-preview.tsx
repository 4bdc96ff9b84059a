import { type PortalConfig, pathOfGateImage, type VisitorLanguage } from '@secure-preview/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Panel } from '../../../components/ui/panel.js';
import { portalConfigQueryIn } from '../../../lib/api/portal-config.js';
import { createQueryClient } from '../../../lib/query-client.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import type { SettingsForm } from '../lib/use-settings-form.js';
import { PreviewFrame } from './preview-frame.js';

/** Windows of visitors, in CSS pixels. */
const windows = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const names = ['phone', 'desktop'] as const;

/** Shows the gate with the values of the form. The gate reads them as the configuration of a portal. */
export function GatePreview({ form, children }: { form: SettingsForm; children: ReactNode }) {
  const { settings: t, language } = useSettingsPageMessages();
  const [queryClient] = useState(createQueryClient);
  const [shown, setShown] = useState<(typeof names)[number]>(() =>
    matchMedia('(width < 40rem)').matches ? 'phone' : 'desktop',
  );
  const config = configOf(form, language);
  const key = JSON.stringify(config);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the configuration
  useLayoutEffect(() => {
    queryClient.setQueryData(portalConfigQueryIn(language).queryKey, config);
  }, [key, language, queryClient]);
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <Panel
      className="no-print"
      title={t.sections.preview}
      icon={<Eye aria-hidden="true" />}
      aside={
        <fieldset className="flex w-fit gap-1 rounded-control border border-line bg-background/60 p-1">
          <legend className="sr-only">{t.preview.widths}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={shown === name}
              onClick={() => setShown(name)}
              className="min-h-10 rounded-lg px-3.5 text-[0.95rem] text-muted hover:text-foreground aria-pressed:bg-primary aria-pressed:text-background"
            >
              {t.preview[name]}
            </button>
          ))}
        </fieldset>
      }
    >
      <p className="text-[0.95rem] text-muted">{t.preview.note}</p>
      <PreviewFrame key={shown} title={t.preview.frame(t.preview[shown])} {...windows[shown]}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </PreviewFrame>
    </Panel>
  );
}

/** Returns the configuration for visitors who read the pages in `language`, with the values of the form. */
function configOf({ settings, value, terms }: SettingsForm, language: VisitorLanguage): PortalConfig {
  return {
    companyName: value('companyName'),
    ownerName: value('ownerName'),
    contactEmail: value('contactEmail'),
    contactPhone: value('contactPhone'),
    languages: value('languages'),
    gateMode: settings.values.gateMode,
    gateArt: value('gateArt')
      ? { logo: pathOfGateImage(value('logoId')), keyArt: pathOfGateImage(value('keyArtId')) }
      : null,
    terms: {
      version: value('termsVersion'),
      lastUpdated: value('termsLastUpdated'),
      text: terms(language) || terms('en'),
      sha256: '',
      language: 'en',
    },
  };
}
