import type { ListedTrailer } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { LineChart } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { buttonVariants } from '../../../../components/ui/button.js';
import { Select } from '../../../../components/ui/select.js';
import { trailersQuery } from '../../../../lib/api/trailers.js';
import { versionPath } from '../../../../lib/audience-paths.js';
import {
  type AllAudienceMessages,
  useAudiencePageMessages,
} from '../../../../messages/audience-page/use-audience-page-messages.js';
import { dateText } from '../../lib/people-text.js';

interface VersionChoiceProps {
  unlocked: boolean;
  /** The version whose figures are shown; empty if there is none. */
  trailerId: string;
  onChange: (trailerId: string) => void;
}

/** Chooses the version of the figures and of the list, and links to its engagement. */
export function VersionChoice({ unlocked, trailerId, onChange }: VersionChoiceProps) {
  const messages = useAudiencePageMessages();
  const t = messages.audience;
  const id = useId();
  const { data = [] } = useQuery({ ...trailersQuery, enabled: unlocked });
  const versions = data.filter(({ status }) => status !== 'failed');
  if (versions.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="grid min-w-0 flex-[0_1_28rem] gap-1.5 max-sm:flex-[1_1_100%]">
        <label htmlFor={id} className="text-sm text-muted">
          {t.version}
        </label>
        <Select id={id} value={trailerId} onChange={({ target }) => onChange(target.value)}>
          {!versions.some((version) => version.id === trailerId) && <option value="">{t.noVersion}</option>}
          {versions.map((version) => (
            <option key={version.id} value={version.id}>
              {versionText(version, messages)}
            </option>
          ))}
        </Select>
      </div>
      {trailerId && (
        <Link href={versionPath(trailerId)} className={buttonVariants('secondary', 'min-h-12')}>
          <LineChart className="size-4.5" aria-hidden="true" />
          {t.engagementLink}
        </Link>
      )}
    </div>
  );
}

/** Returns the title of a version with its date, because titles may repeat. */
function versionText({ title, active, createdAt }: ListedTrailer, messages: AllAudienceMessages): string {
  const t = messages.audience;
  const uploaded = dateText(createdAt, messages);
  return active ? t.shownVersion(title, uploaded) : t.otherVersion(title, uploaded);
}
