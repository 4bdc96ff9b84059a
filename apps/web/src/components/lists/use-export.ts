import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExportSource } from '../../lib/list-page.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { toastFailure } from '../ui/toast/toast-failure.js';
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

/**
 * Reads all pages of a list, then saves them as a file. A stopped export continues where it stopped.
 *
 * @param beforeEnd called before a finished export is removed
 */
export function useExport<T>(beforeEnd: () => void) {
  const messages = useUploadPageMessages();
  const t = messages.exports;
  const [current, setCurrent] = useState<RunningExport<T>>();
  const [exported, setExported] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ from, signal }: { from: RunningExport<T>; signal: AbortSignal }) => {
      let running = from;
      do {
        const { rows, total, nextCursor } = await running.source.readPage(running.cursor, signal);
        const read = [...running.rows, ...rows];
        // New rows, and an estimated total, may be exceeded.
        running = { ...running, rows: read, total: Math.max(total, read.length), cursor: nextCursor };
        if (running.cursor !== null) setCurrent(running);
      } while (running.cursor !== null);
      saveFile(await exportFile({ ...running.source, rows: running.rows }, running.format));
      return running.rows.length;
    },
    onSuccess: (count) => {
      beforeEnd();
      setExported(count);
      setCurrent(undefined);
    },
    onError: (error, { signal }) => {
      if (signal.aborted) setCurrent(undefined);
      else toastFailure(error, t.failed.title, t.failed.text, messages);
    },
  });

  function run(from: RunningExport<T>) {
    controller.current = new AbortController();
    setExported(undefined);
    setCurrent(from);
    mutate({ from, signal: controller.current.signal });
  }

  return {
    current,
    /** Number of rows of the last export, once it is saved. */
    exported,
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
