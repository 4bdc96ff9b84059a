import type { LeakCaseWithPeople } from '@secure-preview/contracts';
import { useEffect, useRef, useState } from 'react';
import { useLeaksPageMessages } from '../../../messages/leaks-page/use-leaks-page-messages.js';
import { isRunning } from '../api/leaks.js';
import { announcementOf } from './leak-text.js';

/** Returns an announcement for screen readers when the examination ends while the page is open. */
export function useVerdictAnnouncement(found: LeakCaseWithPeople | undefined): string {
  const t = useLeaksPageMessages().leaks;
  const wasRunning = useRef(false);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!found) return;
    if (wasRunning.current && !isRunning(found)) setAnnouncement(announcementOf(found, t));
    wasRunning.current = isRunning(found);
  }, [found, t]);
  return announcement;
}
