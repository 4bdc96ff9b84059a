import { Button } from '../../../components/ui/button.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { LongText } from './long-text.js';

interface SettingNotesProps {
  label: string;
  isOverridden: boolean;
  isLocked: boolean;
  defaultText: string;
  /** Value that another administrator saved since the input was entered. */
  savedMeanwhile: string | undefined;
  onUseDefault: () => void;
}

/** Shows the default of a setting below its control, and how to return to it. */
export function SettingNotes({
  label,
  isOverridden,
  isLocked,
  defaultText,
  savedMeanwhile,
  onUseDefault,
}: SettingNotesProps) {
  const t = useSettingsPageMessages().settings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm text-muted">
      {savedMeanwhile !== undefined && (
        <div className="flex flex-wrap gap-x-1.5 border-l-2 border-primary pl-3 text-primary-bright">
          {t.savedMeanwhile} <LongText text={savedMeanwhile} />
        </div>
      )}
      {isLocked ? null : isOverridden ? (
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-wrap gap-x-1.5 py-1">
            {t.defaultIs} <LongText text={defaultText} />
          </div>
          <Button
            variant="quiet"
            aria-label={t.resetOf(label)}
            onClick={({ currentTarget }) => {
              // The button disappears, so its control takes the focus.
              const control = 'input, select, textarea';
              currentTarget.closest('[data-setting]')?.querySelector<HTMLElement>(control)?.focus();
              onUseDefault();
            }}
            className="-my-1 min-h-9! shrink-0 px-2.5! py-1! text-sm! underline decoration-line-strong underline-offset-4"
          >
            {t.reset}
          </Button>
        </div>
      ) : (
        <p className="py-1">{t.isDefault}</p>
      )}
    </div>
  );
}
