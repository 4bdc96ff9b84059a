import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation } from 'wouter';
import { Select } from '../../../../components/ui/select.js';
import { trailersQuery } from '../../../../lib/api/trailers.js';
import { versionPath } from '../../../../lib/audience-paths.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';

interface VersionChoiceProps {
  trailerId: string;
  unlocked: boolean;
}

/** A menu of all versions, newest first. A deleted version is listed only while it is chosen. */
export function VersionChoice({ trailerId, unlocked }: VersionChoiceProps) {
  const messages = useAudiencePageMessages();
  const t = messages.engagement;
  const { date } = formatsOf(messages.locale);
  const id = useId();
  const [, navigate] = useLocation();
  const trailers = useQuery({ ...trailersQuery, enabled: unlocked }).data;
  const isListed = trailers?.some((trailer) => trailer.id === trailerId) ?? false;
  return (
    <div className="grid min-w-0 gap-1.5 sm:max-w-xl sm:flex-1">
      <label htmlFor={id} className="text-sm text-muted">
        {t.version}
      </label>
      <Select id={id} value={trailerId} onChange={({ target }) => navigate(versionPath(target.value))}>
        {!isListed && (
          <option value={trailerId}>{trailers ? t.deletedVersion : messages.common.loading}</option>
        )}
        {trailers?.map(({ id: each, title, createdAt, active }) => (
          <option key={each} value={each}>
            {(active ? t.shownVersion : t.titleAndDate)(title, date.format(Date.parse(createdAt)))}
          </option>
        ))}
      </Select>
    </div>
  );
}
