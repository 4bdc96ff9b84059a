import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { ContactLinks } from './gate-footer.js';

/** Names whom to ask about access. */
export function ContactNote() {
  const t = useEntryMessages().ended;
  const { data: config } = usePortalConfig();
  if (!config) return null;
  return (
    <div className="grid justify-items-center gap-1 text-sm text-muted [overflow-wrap:anywhere]">
      <p className="text-balance">{t.contact(config.ownerName)}</p>
      <ContactLinks config={config} />
    </div>
  );
}
