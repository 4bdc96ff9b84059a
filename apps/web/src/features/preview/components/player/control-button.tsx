import { Tooltip } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

/** Classes of a button in the control bar. */
export const controlClass =
  'grid size-9 shrink-0 place-items-center rounded-full text-foreground @lg:size-11 transition-colors hover:bg-white/15 hover:text-primary-bright [&>svg]:size-5';

interface ControlTooltipProps {
  label: string;
  /** Portal target of the tooltip. It must be inside the fullscreen element. */
  container: RefObject<HTMLElement | null>;
  /** The button that triggers the tooltip. Must be a single element. */
  children: ReactNode;
}

/** Shows the name of a control bar button on hover or focus. */
export function ControlTooltip({ label, container, children }: ControlTooltipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={container.current}>
        <Tooltip.Content
          data-over-watermark
          sideOffset={6}
          collisionPadding={8}
          className="z-30 rounded-lg border border-line bg-panel-raised px-3 py-1.5 text-sm text-foreground shadow-panel"
        >
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface ControlButtonProps extends ControlTooltipProps {
  onPress: () => void;
}

export function ControlButton({ label, container, onPress, children }: ControlButtonProps) {
  return (
    <ControlTooltip label={label} container={container}>
      <button type="button" aria-label={label} onClick={onPress} className={controlClass}>
        {children}
      </button>
    </ControlTooltip>
  );
}
