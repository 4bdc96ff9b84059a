import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import type { ExportSource } from '../api/list-page.js';
import { type ExportFormat, exportFile } from './export-file.js';
import { saveFile } from './save-file.js';

/** An export with the rows that it has read. */
interface RunningExport<T> {
  source: ExportSource<T>;
  format: ExportFormat;
  rows: readonly T[];
  total: number;
  /** Cursor of the page to read next. */
  cursor: string | null;
}

/** Reads all pages of a list, then saves them as a file. A stopped export continues where it stopped. */
export function useExport<T>() {
  const messages = useAccessPageMessages();
  const t = messages.access.lists;
  const [current, setCurrent] = useState<RunningExport<T>>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ from, signal }: { from: RunningExport<T>; signal: AbortSignal }) => {
      let running = from;
      do {
        const { rows, total, nextCursor } = await running.source.readPage(running.cursor, signal);
        running = { ...running, rows: [...running.rows, ...rows], total, cursor: nextCursor };
        if (running.cursor !== null) setCurrent(running);
      } while (running.cursor !== null);
      saveFile(await exportFile({ ...running.source, rows: running.rows }, running.format));
    },
    onSuccess: () => setCurrent(undefined),
    onError: (error, { signal }) => {
      if (signal.aborted) setCurrent(undefined);
      else toastFailure(error, t.exportFailed.title, t.exportFailed.text, messages);
    },
  });

  function run(from: RunningExport<T>) {
    controller.current = new AbortController();
    setCurrent(from);
    mutate({ from, signal: controller.current.signal });
  }

  return {
    current,
    isRunning: isPending,
    start: (format: ExportFormat, source: ExportSource<T>, total: number) =>
      run({ source, format, rows: [], total, cursor: null }),
    resume: () => current && run(current),
    cancel: () => {
      controller.current?.abort();
      setCurrent(undefined);
    },
  };
}
