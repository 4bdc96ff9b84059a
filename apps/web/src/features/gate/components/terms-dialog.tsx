import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { useMessages } from '../../../messages/use-messages.js';
import { localMonth } from '../lib/local-month.js';

/** The exact text of the terms, in a region that also scrolls by keyboard. */
export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const t = messages.terms;
  const config = usePortalConfig();
  return (
    <Dialog title={t.title} description={t.description} onClose={onClose}>
      <section
        aria-label={t.bodyLabel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="scroll-quiet overflow-y-auto px-5 py-6 -outline-offset-2 sm:px-8"
      >
        {config.data ? (
          <>
            <p className="mb-5 text-sm text-muted">
              {t.lastUpdated(localMonth(config.data.terms.lastUpdated, messages.locale))}
            </p>
            <div
              lang={config.data.terms.language}
              dir="auto"
              className="max-w-[65ch] leading-relaxed whitespace-pre-line [overflow-wrap:anywhere]"
            >
              {config.data.terms.text}
            </div>
          </>
        ) : config.isError ? (
          <div className="grid justify-items-start gap-4">
            <p>{t.unavailable}</p>
            <Button variant="secondary" onClick={() => void config.refetch()}>
              {messages.common.tryAgain}
            </Button>
          </div>
        ) : (
          <p role="status">{messages.common.loading}</p>
        )}
      </section>
    </Dialog>
  );
}
