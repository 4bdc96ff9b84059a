import type { Flag, PersonPage, Visit } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { FlagBadge } from '../../../../components/flags/flag-badge.js';
import { EndPlayback } from '../../../../components/playback/end-playback.js';
import { Button } from '../../../../components/ui/button.js';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { useVisitDialog } from '../../../../components/visits/visit-dialog.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { useRefreshPeople } from '../../api/person.js';
import { formatDevice, formatMoment } from '../../lib/person-text.js';
import { AccessChanges } from './access-changes.js';
import { BlockNames } from './person-facts.js';
import { VisitVersionItem } from './visit-version-item.js';

interface VisitItemProps {
  visit: Visit;
  trailers: PersonPage['trailers'];
  /** Flags about this visit that count. */
  flags: readonly Flag[];
  /** Opens the dialog that blocks or unblocks the person; undefined if blocks are unknown. */
  onBlock: (() => void) | undefined;
}

/** A visit on the time line: when, from where, and what was watched. */
export function VisitItem({ visit, trailers, flags, onBlock }: VisitItemProps) {
  const messages = useAudiencePageMessages();
  const t = messages.person;
  const { leads } = messages.admin;
  const moment = formatMoment(visit.capturedAt, messages);
  const blocks = visit.blocks ?? [];
  const changes = visit.accessHistory?.changes ?? [];
  const kinds = new Set(flags.map(({ facts }) => facts.kind));
  const refresh = useRefreshPeople();
  const visitDialog = useVisitDialog(refresh);
  return (
    <li className="relative grid min-w-0 gap-3.5 border-s-2 border-line ps-5 before:absolute before:-start-[0.4375rem] before:top-1.5 before:size-3 before:rounded-full before:bg-primary">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-lg font-medium">
          <time dateTime={visit.capturedAt}>{moment}</time>
          {visit.own && <Tag>{t.visits.own}</Tag>}
          {visit.visitEnded && <Tag destructive>{t.visits.ended}</Tag>}
          {blocks.length > 0 && <Tag destructive>{t.visits.blocked}</Tag>}
          {[...kinds].map((kind) => (
            <FlagBadge key={kind} kind={kind} />
          ))}
        </h3>
        {visit.visitEnded !== undefined && !visit.own && (
          <Button
            variant="secondary"
            aria-label={visit.visitEnded ? leads.allowVisitOf(moment) : leads.endVisitOf(moment)}
            onClick={() => visitDialog.open(visit)}
            className="no-print min-h-10! px-3.5! py-1.5! text-sm! whitespace-nowrap"
          >
            {visit.visitEnded ? leads.allowVisit : leads.endVisit}
          </Button>
        )}
      </div>
      {visitDialog.dialog}
      <Facts>
        <Fact label={t.visits.name}>
          <bdi>{visit.name}</bdi>
        </Fact>
        <Fact label={t.visits.email}>
          <bdi dir="ltr">{visit.email}</bdi>
        </Fact>
        <Fact label={t.visits.proof}>{leads.proofs[visit.verifiedBy]}</Fact>
        <Fact label={t.visits.seen}>
          {visit.lastSeenAt === null ? t.visits.neverSeen : formatMoment(visit.lastSeenAt, messages)}
        </Fact>
        <Fact label={t.visits.device}>
          <span title={visit.userAgent ?? undefined}>{formatDevice(visit.userAgent, messages)}</span>
        </Fact>
        <Fact label={t.visits.ip}>
          {visit.ipAddress === null ? t.unknown : <bdi dir="ltr">{visit.ipAddress}</bdi>}
        </Fact>
        {visit.network !== undefined && (
          <Fact label={t.visits.network}>
            <bdi dir="ltr">{visit.network}</bdi>
          </Fact>
        )}
        <Fact label={t.visits.terms}>
          <bdi>{visit.termsVersion}</bdi>
        </Fact>
        {blocks.length > 0 && (
          <Fact label={t.visits.blocks}>
            <BlockNames blocks={blocks} />
          </Fact>
        )}
      </Facts>
      {visit.versions.length > 0 && (
        <ul aria-label={t.visits.versionsLabel(moment)} className="grid gap-3">
          {visit.versions.map((version) => (
            <VisitVersionItem
              key={version.trailerId}
              visit={visit}
              version={version}
              trailers={trailers}
              actions={
                visit.endedPlaybacks &&
                !visit.own && (
                  <EndPlayback
                    leadId={visit.id}
                    trailerId={version.trailerId}
                    name={moment}
                    ended={visit.endedPlaybacks.includes(version.trailerId)}
                    block={
                      onBlock &&
                      blocks.length === 0 && (
                        <button
                          type="button"
                          aria-label={leads.blockOf(visit.name)}
                          onClick={onBlock}
                          className="control rounded-sm underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
                        >
                          {leads.block}
                        </button>
                      )
                    }
                    onChanged={refresh}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {visit.accessHistory && changes.length > 0 && (
        <div className="grid gap-1">
          <p className="text-[0.8rem] text-muted">{t.changes.title}</p>
          <AccessChanges
            history={visit.accessHistory}
            label={t.changes.labelOfVisit(moment)}
            trailers={trailers}
          />
        </div>
      )}
    </li>
  );
}

function Tag({ destructive = false, children }: { destructive?: boolean; children: string }) {
  return (
    <span
      className={clsx(
        'rounded-full border px-2 py-0.5 text-[0.75rem] leading-tight whitespace-nowrap',
        destructive
          ? 'border-destructive/60 bg-destructive-deep text-destructive'
          : 'border-line-strong/70 text-muted',
      )}
    >
      {children}
    </span>
  );
}
