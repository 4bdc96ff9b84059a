import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Select } from '../../../components/ui/select.js';
import { trailersQuery } from '../../../lib/api/trailers.js';
import { useAudiencePageMessages } from '../../../messages/audience-page/use-audience-page-messages.js';
import { formatMoment } from '../lib/person-text.js';

interface VersionChoiceProps {
  /** The chosen version; empty if there is none. */
  trailerId: string;
  unlocked: boolean;
  onChange: (trailerId: string) => void;
}

/**
 * A menu of all versions, newest first, with their dates, because titles may repeat. A deleted version is listed only
 * while it is chosen.
 */
export function VersionChoice({ trailerId, unlocked, onChange }: VersionChoiceProps) {
  const messages = useAudiencePageMessages();
  const t = messages.audience.versions;
  const id = useId();
  const trailers = useQuery({ ...trailersQuery, enabled: unlocked }).data;
  const versions = trailers?.filter(({ status }) => status !== 'failed') ?? [];
  if (trailerId === '' && versions.length === 0) return null;
  const unlisted = trailerId === '' ? t.none : trailers ? t.deleted : messages.common.loading;
  return (
    <div className="grid min-w-0 flex-[0_1_32rem] gap-1.5 max-sm:flex-[1_1_100%]">
      <label htmlFor={id} className="text-sm text-muted">
        {t.label}
      </label>
      <Select id={id} value={trailerId} onChange={({ target }) => onChange(target.value)}>
        {!versions.some((version) => version.id === trailerId) && (
          <option value={trailerId}>{unlisted}</option>
        )}
        {versions.map(({ id: each, title, createdAt, active }) => (
          <option key={each} value={each}>
            {(active ? t.shown : t.titleAndDate)(title, formatMoment(createdAt, messages))}
          </option>
        ))}
      </Select>
    </div>
  );
}
