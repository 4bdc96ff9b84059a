import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { ContactLinks } from './gate-footer.js';

/** Names whom to ask about access. Without a contact, the sentence must not promise one. */
export function ContactNote() {
  const t = useEntryMessages().ended;
  const { data: config } = usePortalConfig();
  if (!config) return null;
  const hasContact = Boolean(config.contactEmail || config.contactPhone);
  return (
    <div className="grid justify-items-center gap-1 text-sm text-muted [overflow-wrap:anywhere]">
      <p className="text-balance">{hasContact ? t.contact(config.ownerName) : t.noContact}</p>
      <ContactLinks config={config} />
    </div>
  );
}
