import { Mail, Phone } from 'lucide-react';
import { usePortalConfig } from '../../lib/api/portal-config.js';
import { useMessages } from '../../messages/use-messages.js';
import { LanguageMenu } from './language-menu.js';

const linkClass =
  'inline-flex min-h-11 items-center gap-2.5 text-foreground underline decoration-line-strong underline-offset-4 hover:text-primary-bright hover:decoration-primary';

/** Shows the legal notice, the owner and the contact details. */
export function SiteFooter() {
  const t = useMessages().footer;
  const { data: config } = usePortalConfig();
  return (
    <footer className="mt-auto border-t border-white/8 bg-background [overflow-wrap:anywhere]">
      <div className="mx-auto grid max-w-[90rem] gap-x-12 gap-y-6 px-4 py-8 text-[0.95rem] sm:px-8 md:grid-cols-[1fr_auto]">
        <div className="grid max-w-2xl content-start gap-3">
          <p className="label-wide text-sm text-primary">{t.portalLabel}</p>
          <p className="text-muted">{t.legalWarning}</p>
          <LanguageMenu />
        </div>
        {config && (
          <div className="grid content-start gap-1 md:justify-items-end">
            <p className="font-semibold">{t.owner(config.ownerName, config.companyName)}</p>
            {config.contactEmail && (
              <a className={linkClass} href={`mailto:${config.contactEmail}`}>
                <Mail className="size-4 shrink-0 text-primary" aria-hidden="true" />
                <bdi dir="ltr">{config.contactEmail}</bdi>
              </a>
            )}
            {config.contactPhone && (
              <a className={linkClass} href={`tel:${config.contactPhone.replace(/[^\d+]/g, '')}`}>
                <Phone className="size-4 shrink-0 text-primary" aria-hidden="true" />
                <bdi dir="ltr">{config.contactPhone}</bdi>
              </a>
            )}
          </div>
        )}
        {config && (
          <p className="border-t border-white/8 pt-5 text-sm text-muted md:col-span-2">
            {t.copyright(new Date().getFullYear(), config.companyName)}
          </p>
        )}
      </div>
    </footer>
  );
}
