import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { useLeave } from '../lib/leave.js';

interface LeavingLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link to another page of the admin area. It asks first if input or an upload would be lost. */
export function LeavingLink({ href, className, children }: LeavingLinkProps) {
  const leave = useLeave();
  const follow = (event: MouseEvent) => {
    // The browser opens another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leave(href);
  };
  return (
    <Link href={href} className={className} onClick={follow}>
      {children}
    </Link>
  );
}
