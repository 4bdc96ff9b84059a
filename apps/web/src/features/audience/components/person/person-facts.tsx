import type { Person } from '@secure-preview/contracts';
import { UserRound } from 'lucide-react';
import { Button } from '../../../../components/ui/button.js';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { Notice } from '../../../../components/ui/notice.js';
import { Panel } from '../../../../components/ui/panel.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatMoment, formatNumber } from '../../lib/person-text.js';

interface PersonFactsProps {
  person: Person;
  /** Opens the dialog that blocks or unblocks the person. */
  onBlock: () => void;
}

/** Who the person is, how that was proved, and the actions on the person. */
export function PersonFacts({ person, onBlock }: PersonFactsProps) {
  const messages = useAudiencePageMessages();
  const { leads } = messages.admin;
  const t = messages.person;
  const isBlocked = (person.blocks ?? []).length > 0;
  return (
    <Panel
      title={t.facts.title}
      icon={<UserRound aria-hidden="true" />}
      aside={
        person.blocks && (
          <Button
            variant="secondary"
            aria-label={isBlocked ? leads.unblockOf(person.name) : leads.blockOf(person.name)}
            onClick={onBlock}
          >
            {isBlocked ? leads.unblock : leads.block}
          </Button>
        )
      }
    >
      {!person.proved && (
        <Notice>
          <p>{person.verifiedBy === 'link' ? t.linkNote : t.claimedNote}</p>
        </Notice>
      )}
      {!person.blocks && <p className="text-muted">{t.accessUnavailable}</p>}
      <Facts>
        <Fact label={t.facts.email}>
          <a
            href={`mailto:${person.email}`}
            className="text-primary-bright underline decoration-primary/50 underline-offset-4"
          >
            <bdi dir="ltr">{person.email}</bdi>
          </a>
        </Fact>
        <Fact label={t.facts.proof}>{leads.proofs[person.verifiedBy]}</Fact>
        <Fact label={t.facts.visits}>{formatNumber(person.visits, messages)}</Fact>
        <Fact label={t.facts.first}>{formatMoment(person.firstAt, messages)}</Fact>
        <Fact label={t.facts.last}>{formatMoment(person.lastAt, messages)}</Fact>
        <Fact label={t.facts.networks}>
          {person.networks.length === 0 && t.facts.noNetworks}
          <bdi dir="ltr">{person.networks.join(', ')}</bdi>
        </Fact>
        {isBlocked && (
          <Fact label={t.visits.blocks}>
            <BlockNames blocks={person.blocks} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** Lists blocks by kind and value. */
export function BlockNames({ blocks = [] }: Pick<Person, 'blocks'>) {
  const t = useAudiencePageMessages().person;
  return blocks.map(({ kind, value }) => (
    <span key={`${kind} ${value}`} className="block text-destructive">
      {t.blockKinds[kind]} <bdi dir="ltr">{value}</bdi>
    </span>
  ));
}
