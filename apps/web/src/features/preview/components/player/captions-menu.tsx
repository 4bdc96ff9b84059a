import { Captions, CaptionsOff, Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useMessages } from '../../../../messages/use-messages.js';
import type { CaptionChoice } from '../../lib/player/use-captions.js';
import { ControlTooltip, controlClass } from './control-button.js';

const OFF = 'off';

interface CaptionsMenuProps {
  choice: CaptionChoice;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Portal target of the menu. It must be inside the fullscreen element. */
  container: RefObject<HTMLElement | null>;
}

/** Shows the menu of caption languages and "off". */
export function CaptionsMenu({ choice, open, onOpenChange, container }: CaptionsMenuProps) {
  const { direction, player } = useMessages();
  const t = player.captions;
  const { captions, chosen, choose } = choice;
  const label = chosen ? t.on(chosen.label) : t.off;
  return (
    // Not modal, so the page still scrolls and a click on the picture closes the menu.
    <DropdownMenu.Root dir={direction} modal={false} open={open} onOpenChange={onOpenChange}>
      <ControlTooltip label={label} container={container}>
        <DropdownMenu.Trigger
          aria-label={label}
          data-on={chosen !== undefined}
          className={`${controlClass} data-[on=true]:text-primary-bright`}
        >
          {chosen ? <Captions /> : <CaptionsOff />}
        </DropdownMenu.Trigger>
      </ControlTooltip>
      <DropdownMenu.Portal container={container.current}>
        <DropdownMenu.Content
          data-over-watermark
          // Makes long menus scrollable with the keyboard.
          tabIndex={0}
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          collisionBoundary={container.current}
          className="scroll-quiet z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-control border border-line bg-panel-raised/97 p-1.5 text-[0.95rem] text-foreground shadow-panel"
        >
          <DropdownMenu.RadioGroup
            aria-label={t.title}
            value={chosen?.id ?? OFF}
            onValueChange={(id) => choose(captions.find((caption) => caption.id === id))}
          >
            <Item value={OFF}>{t.none}</Item>
            {captions.map(({ id, language, label: name }) => (
              <Item key={id} value={id} lang={language}>
                {name}
              </Item>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ value, lang, children }: { value: string; lang?: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem
      value={value}
      lang={lang}
      className="grid min-h-9 sm:min-h-10 cursor-pointer grid-cols-[1.25rem_1fr] items-center gap-2 rounded-lg px-2.5 py-1.5 outline-none data-[highlighted]:bg-white/12 data-[state=checked]:text-primary-bright"
    >
      <DropdownMenu.ItemIndicator className="col-start-1">
        <Check className="size-4.5" aria-hidden="true" />
      </DropdownMenu.ItemIndicator>
      <span className="col-start-2 row-start-1 max-w-60 text-start [overflow-wrap:anywhere]">
        <bdi>{children}</bdi>
      </span>
    </DropdownMenu.RadioItem>
  );
}
