import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePortalConfig } from '../../../../lib/api/portal-config.js';
import { dateTimeText } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';

/** The head of a printed report: the portal, and the time at which it is printed. */
export function ReportHeader() {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.report;
  const config = usePortalConfig().data;
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  useEffect(() => {
    // The browser prints as soon as the listeners return.
    const update = () => flushSync(() => setPrintedAt(Date.now()));
    addEventListener('beforeprint', update);
    return () => removeEventListener('beforeprint', update);
  }, []);
  return (
    <div className="hidden flex-wrap justify-between gap-x-6 print:flex">
      <p className="font-semibold">{t.heading(config?.companyName ?? messages.brand.name)}</p>
      <p>{t.printed(dateTimeText(printedAt, messages.locale))}</p>
    </div>
  );
}
