import { useEffect, useRef } from 'react';

/** The heading of a step in the panel of the gate. Takes the focus, because it replaces the focused control. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="title-wide text-xl sm:text-2xl">
      {children}
    </h2>
  );
}
