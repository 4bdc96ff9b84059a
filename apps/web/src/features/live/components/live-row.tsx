import type { LivePlayer } from '@secure-preview/contracts';
import { Link } from 'wouter';
import { FlagBadge } from '../../../components/flags/flag-badge.js';
import { EndPlayback } from '../../../components/playback/end-playback.js';
import { personPath } from '../../../lib/audience-paths.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';
import { deviceText, startText } from '../lib/live-text.js';
import { LivePosition } from './live-position.js';

interface LiveRowProps {
  player: LivePlayer;
  /** Title of the version; undefined if it is not listed any more. */
  title: string | undefined;
  /** Whether it closed because this page has ended its playback. Its state does not matter any more. */
  gone?: boolean;
  /** Called when this page has ended the playback, or allowed it again. */
  onPlaybackChanged: () => void;
}

/** A player: its visitor, what it does, and where. */
export function LiveRow({ player, title, gone = false, onPlaybackChanged }: LiveRowProps) {
  const messages = useLivePageMessages();
  const t = messages.live;
  const { name, email, verifiedBy, staff, leadId, startedAt, flags = [] } = player;
  return (
    // The last column has a fixed width, so that the columns of all rows are aligned.
    <li className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-3 py-5 [overflow-wrap:anywhere] first:pt-0 last:pb-0 md:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,4fr)_11.5rem]">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 font-medium">
          {staff ? <bdi>{name}</bdi> : <PersonLink leadId={leadId} name={name} />}
          {staff && (
            <span
              className="rounded-full border border-line-strong/70 px-2 py-0.5 text-[0.75rem] leading-tight text-muted"
              title={t.staffNote}
            >
              {messages.admin.leads.staff}
            </span>
          )}
        </p>
        {flags.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            {flags.map((kind) => (
              <Link
                key={kind}
                href={personPath(leadId)}
                className="control rounded-full hover:brightness-125"
              >
                <FlagBadge kind={kind} />
              </Link>
            ))}
          </p>
        )}
        <p>
          <bdi dir="ltr" className="text-primary-bright">
            {email}
          </bdi>{' '}
          <span className="text-[0.8rem] text-muted" title={messages.admin.leads.proofsNote}>
            {messages.admin.leads.proofs[verifiedBy]}
          </span>
        </p>
      </div>
      <LivePosition player={player} title={title || t.removedVersion} gone={gone} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm [&>dt]:text-muted">
        <dt>{t.since}</dt>
        <dd>
          <time dateTime={startedAt}>{startText(player, messages)}</time>
        </dd>
        <dt>{t.deviceLabel}</dt>
        <dd>
          <bdi>{deviceText(player, messages)}</bdi>
        </dd>
        <dt>{t.network}</dt>
        <dd>
          <bdi dir="ltr">{player.ipAddress}</bdi>{' '}
          {/* Only addresses of the machine of the portal have no network. */}
          <bdi dir={player.network && 'ltr'} className="text-muted">
            {player.network ?? t.ownMachine}
          </bdi>
        </dd>
      </dl>
      {!staff && (
        <EndPlayback
          leadId={leadId}
          trailerId={player.trailerId}
          name={name}
          block={
            // The page of the person knows what is blocked, and blocks.
            <Link
              href={personPath(leadId)}
              aria-label={messages.admin.leads.blockOf(name)}
              className="underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
            >
              {messages.admin.leads.block}
            </Link>
          }
          onChanged={onPlaybackChanged}
        />
      )}
    </li>
  );
}

function PersonLink({ leadId, name }: { leadId: string; name: string }) {
  return (
    // The page of a person is found by the id of any of its visits.
    <Link
      href={personPath(leadId)}
      className="underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
