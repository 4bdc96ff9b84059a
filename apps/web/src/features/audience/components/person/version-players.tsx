import type { VisitVersion } from '@secure-preview/contracts';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatNumber, formatRanges, formatSpan } from '../../lib/person-text.js';

interface VersionPlayersProps {
  version: VisitVersion;
  /** Address of the visit. Another one is named. */
  ipAddress: string | null;
}

/** When the players of a version were open, and what they played in order. */
export function VersionPlayers({ version, ipAddress }: VersionPlayersProps) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  const { viewings, viewingCount } = version;
  if (viewings.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="control inline-flex min-h-9 cursor-pointer items-center rounded-lg text-muted hover:text-foreground">
        {t.players(formatNumber(viewingCount, messages))}
      </summary>
      <ul className="grid gap-2 pt-1.5">
        {viewings.map(({ id, startedAt, lastSeenAt, ipAddress: ip, plays, playCount }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="tabular-nums">{formatSpan(startedAt, lastSeenAt, messages)}</span>
            <span className="text-muted">
              {': '}
              {plays.length === 0 ? t.nothingPlayed : t.playedParts(formatRanges(plays))}
              {playCount > plays.length &&
                ` ${t.morePlays(formatNumber(playCount - plays.length, messages))}`}
              {ip !== null && ip !== ipAddress && `, ${t.at(ip)}`}
            </span>
          </li>
        ))}
      </ul>
      {viewingCount > viewings.length && (
        <p className="pt-1.5 text-muted">
          {t.playersShown(formatNumber(viewings.length, messages), formatNumber(viewingCount, messages))}
        </p>
      )}
    </details>
  );
}
