import type { Invitation } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { type InvitationFilter, readExportPage } from '../api/invitations.js';
import { type ExportFormat, exportFile } from './invitation-files.js';
import { saveFile } from './save-file.js';

/** An export with the invitations that it has read. */
interface RunningExport {
  format: ExportFormat;
  filter: InvitationFilter;
  invitations: readonly Invitation[];
  total: number;
  /** Cursor of the page to read next. */
  cursor: string | null;
}

/** Reads all pages of a list, then saves them as a file. A stopped export continues where it stopped. */
export function useExport() {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const [current, setCurrent] = useState<RunningExport>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ from, signal }: { from: RunningExport; signal: AbortSignal }) => {
      let running = from;
      do {
        const page = await readExportPage(running.filter, running.cursor, signal);
        const invitations = [...running.invitations, ...page.invitations];
        running = { ...running, invitations, total: page.total, cursor: page.nextCursor };
        if (running.cursor !== null) setCurrent(running);
      } while (running.cursor !== null);
      saveFile(await exportFile(running.invitations, running.format));
    },
    onSuccess: () => setCurrent(undefined),
    onError: (error, { signal }) => {
      if (signal.aborted) setCurrent(undefined);
      else toastFailure(error, t.exportFailed.title, t.exportFailed.text, messages);
    },
  });

  function run(from: RunningExport) {
    controller.current = new AbortController();
    setCurrent(from);
    mutate({ from, signal: controller.current.signal });
  }

  return {
    current,
    isRunning: isPending,
    start: (format: ExportFormat, filter: InvitationFilter, total: number) =>
      run({ format, filter, invitations: [], total, cursor: null }),
    resume: () => current && run(current),
    cancel: () => {
      controller.current?.abort();
      setCurrent(undefined);
    },
  };
}
