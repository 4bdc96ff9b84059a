import type { PortalConfig } from '@secure-preview/contracts';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { useMessages } from '../../../messages/use-messages.js';

const linkClass =
  'inline-flex min-h-6 items-center text-foreground underline decoration-line-strong underline-offset-4 hover:text-primary-bright';

/** Links to the contacts of the portal that are set. */
export function ContactLinks({ config: { contactEmail, contactPhone } }: { config: PortalConfig }) {
  return (
    <>
      {contactEmail && (
        <a className={linkClass} href={`mailto:${contactEmail}`}>
          <bdi dir="ltr">{contactEmail}</bdi>
        </a>
      )}
      {contactPhone && (
        <a className={linkClass} href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>
          <bdi dir="ltr">{contactPhone}</bdi>
        </a>
      )}
    </>
  );
}

/** Names the sender of the invitation and the contact, before a visitor enters anything. */
export function GateFooter() {
  const t = useMessages().footer;
  const { data: config } = usePortalConfig();
  if (!config) return null;
  const { ownerName, companyName } = config;
  return (
    <footer className="mx-auto flex w-full max-w-[38rem] flex-wrap items-center gap-x-6 gap-y-1 pb-6 text-sm text-muted max-lg:justify-center lg:max-w-none [overflow-wrap:anywhere]">
      <p>{t.owner(ownerName, companyName)}</p>
      <ContactLinks config={config} />
    </footer>
  );
}
