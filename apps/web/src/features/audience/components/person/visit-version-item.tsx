import {
  formatTime,
  type PersonPage,
  secondsIn,
  type Visit,
  type VisitVersion,
} from '@secure-preview/contracts';
import type { ReactNode } from 'react';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { formatPercent } from '../../../../lib/percent.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatWatched, titleOf } from '../../lib/person-text.js';
import { seenAgain } from '../../lib/seen-again.js';
import { FilmBar } from './film-bar.js';
import { Ranges } from './ranges.js';
import { VersionPlayers } from './version-players.js';

interface VisitVersionItemProps {
  visit: Visit;
  version: VisitVersion;
  trailers: PersonPage['trailers'];
  /** Buttons for this version in this visit. */
  actions?: ReactNode;
}

/** Seconds from which a part is worth a line of its own. */
const MIN_SECONDS = 0.5;

/** What was watched of a version in a visit, or only sent. */
export function VisitVersionItem({ visit, version, trailers, actions }: VisitVersionItemProps) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  const { title, uploaded } = titleOf(version.trailerId, trailers, messages);
  const again = seenAgain(version.viewings.flatMap(({ plays }) => plays)).filter(isNotable);
  const unconfirmed = version.unconfirmed.filter(isNotable);
  const delivered = version.deliveredSeconds ?? 0;
  const isPlayed = version.seconds >= MIN_SECONDS;
  return (
    <li className="grid min-w-0 gap-2.5 rounded-control border border-line/70 p-3.5 sm:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 className="min-w-0 [overflow-wrap:anywhere]">
          <bdi className="font-medium">{title}</bdi>{' '}
          {uploaded && <span className="text-sm font-normal text-muted">{uploaded}</span>}
        </h4>
        {actions}
      </div>
      {isPlayed && (
        <FilmBar
          length={version.trailerSeconds}
          ranges={version.ranges}
          again={again}
          unconfirmed={unconfirmed}
        />
      )}
      <p className="text-[0.95rem] tabular-nums">
        {version.viewingCount === 0 ? t.noPlayer : formatWatched(version, messages)}
        {!isPlayed && delivered >= MIN_SECONDS && `, ${t.sent(formatTime(delivered))}`}
      </p>
      {isPlayed && (
        <Facts>
          <Fact label={t.parts}>
            <Ranges ranges={version.ranges} omitted={version.rangesOmitted} />
          </Fact>
          {delivered >= MIN_SECONDS && <Fact label={t.sentTo}>{formatTime(delivered)}</Fact>}
          {again.length > 0 && (
            <Fact label={t.again}>
              <Ranges ranges={again} />
            </Fact>
          )}
          {version.playedSeconds - version.seconds >= MIN_SECONDS && (
            <Fact label={t.played}>{formatTime(version.playedSeconds)}</Fact>
          )}
          <Fact label={t.confirmed}>{formatPercent(confirmedShare(version), messages.locale)}</Fact>
          {unconfirmed.length > 0 && (
            <Fact label={t.notConfirmed}>
              {formatTime(unconfirmedSeconds(version))} (
              <Ranges ranges={unconfirmed} omitted={version.unconfirmedOmitted} />)
            </Fact>
          )}
        </Facts>
      )}
      <VersionPlayers version={version} ipAddress={visit.ipAddress} />
    </li>
  );
}

const isNotable = ([from, to]: readonly [number, number]) => to - from >= MIN_SECONDS;

/** The listed ranges are exact; where some are left out, the figures are. */
function unconfirmedSeconds({
  seconds,
  confirmedSeconds,
  unconfirmed,
  unconfirmedOmitted,
}: VisitVersion): number {
  return unconfirmedOmitted === undefined
    ? secondsIn(unconfirmed.filter(isNotable))
    : seconds - confirmedSeconds;
}

/** Rounds down, so that 100 % means everything; except for parts too short to be listed. */
function confirmedShare({ seconds, confirmedSeconds }: VisitVersion): number {
  return seconds - confirmedSeconds < MIN_SECONDS ? 1 : Math.floor((confirmedSeconds / seconds) * 100) / 100;
}
