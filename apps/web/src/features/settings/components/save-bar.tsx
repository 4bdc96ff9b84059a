import { clsx } from 'clsx';
import { useRef } from 'react';
import { Button } from '../../../components/ui/button.js';
import { panelVariants } from '../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

interface SaveBarProps {
  /** Number of settings with unsaved changes. */
  changes: number;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Saves or discards all changes of the form. Stays in sight while there are changes, beside toasts at the right. */
export function SaveBar({ changes, isSaving, onDiscard }: SaveBarProps) {
  const t = useSettingsPageMessages().settings;
  const bar = useRef<HTMLDivElement>(null);
  const isDisabled = changes === 0 || isSaving;
  function discard() {
    // The button disappears, so the bar takes the focus.
    bar.current?.focus();
    onDiscard();
  }
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className={clsx(
        panelVariants,
        'save-bar no-print flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pr-5 pl-3',
        changes > 0 && 'sticky bottom-2 z-10 border-primary/60 bg-panel-raised!',
      )}
    >
      <Button type="submit" pending={isSaving} disabled={isDisabled}>
        {isSaving ? t.saving : t.save}
      </Button>
      {changes > 0 && (
        <Button variant="quiet" disabled={isSaving} onClick={discard}>
          {t.discard}
        </Button>
      )}
      <p role="status" className="flex-1 text-[0.95rem] text-muted">
        {changes > 0 ? t.unsaved(changes) : t.allSaved}
      </p>
    </div>
  );
}
