import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';

/** Characters of a text that are shown before it is expanded. */
const SHOWN = 90;

/** Shows a text. A long one is cut and can be expanded. */
export function LongText({ text }: { text: string }) {
  const t = useSettingsPageMessages().settings;
  const [firstLine = ''] = text.split('\n', 1);
  const start = firstLine.slice(0, SHOWN);
  if (start === text) return <bdi className="text-foreground [overflow-wrap:anywhere]">{text}</bdi>;
  return (
    <details className="min-w-0 [overflow-wrap:anywhere] [&[open]>summary>bdi]:hidden">
      <summary className="w-fit max-w-full cursor-pointer">
        <bdi className="text-foreground">{start.replace(/[\s.…]+$/, '')}…</bdi>{' '}
        <span className="text-primary-bright underline decoration-primary/50 underline-offset-4">
          {t.showAll}
        </span>
      </summary>
      <p
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="scroll-quiet mt-1.5 max-h-72 overflow-y-auto border-l-2 border-line pl-3 whitespace-pre-line text-foreground"
      >
        {text}
      </p>
    </details>
  );
}
