import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { LEAKS_PATH, leakPath } from '../../../lib/leak-paths.js';
import { LeaveContext } from '../lib/leave.js';
import { LeakCaseView } from './case/leak-case-view.js';
import { LeakListView } from './list/leak-list-view.js';
import './report.css';

interface LeaksScreenProps {
  unlocked: boolean;
  onUnsaved: (discard: (() => void) | null) => void;
  onLeave: (to: string) => void;
  /** Whether a clip is being sent. */
  isUploading: boolean;
  /** Renders the upload of a clip. It calls back with the id of the new case. */
  renderUpload: (onCreated: (caseId: string) => void) => ReactNode;
}

/** The page for found copies in the admin area. The address selects a case. */
export function LeaksScreen({ unlocked, onUnsaved, onLeave, isUploading, renderUpload }: LeaksScreenProps) {
  const [location, navigate] = useLocation();
  const caseId = caseIn(location);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Lets the heading of the case take the focus, as on a new screen (`useDocumentTitle`).
    const link = document.activeElement;
    if (caseId && link instanceof HTMLElement && list.current?.contains(link)) link.blur();
  }, [caseId]);
  const showNew = (created: string) => {
    if (!caseId) navigate(leakPath(created));
  };
  return (
    <LeaveContext value={onLeave}>
      {(caseId === undefined || isUploading) && (
        // Stays mounted behind a case during an upload, so the upload continues.
        <div ref={list} hidden={caseId !== undefined}>
          <LeakListView shown={unlocked && caseId === undefined} renderUpload={() => renderUpload(showNew)} />
        </div>
      )}
      {caseId !== undefined && (
        <LeakCaseView key={caseId} caseId={caseId} unlocked={unlocked} onUnsaved={onUnsaved} />
      )}
    </LeaveContext>
  );
}

/** Returns the id of the case at a path; undefined for the list. */
function caseIn(path: string): string | undefined {
  const id = path.slice(LEAKS_PATH.length + 1).replace(/\/+$/, '');
  try {
    return decodeURIComponent(id) || undefined;
  } catch {
    return id;
  }
}
