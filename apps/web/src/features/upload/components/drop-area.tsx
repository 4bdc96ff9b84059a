import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useState } from 'react';

interface DropAreaProps {
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** An area on which files can be dropped. It contains a button that does the same. */
export function DropArea({ onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
      className={clsx(
        'grid gap-3 rounded-control border border-dashed p-4 transition-colors sm:p-6',
        isOver ? 'border-primary bg-primary/8' : 'border-line-strong/70',
      )}
    >
      {children}
    </div>
  );
}
