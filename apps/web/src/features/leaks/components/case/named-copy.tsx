import type { NamedPerson } from '@secure-preview/contracts';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { personPath } from '../../../../lib/audience-paths.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { oneInText, powerText } from '../../lib/figures.js';
import { copyText, momentText, nameOf } from '../../lib/leak-text.js';
import { LeavingLink } from '../leaving-link.js';

interface NamedCopyProps {
  name: NamedPerson;
  /** All names of the case, to find those of partners. */
  names: readonly NamedPerson[];
  /** Whether nobody else is named, so that the verdict has said whose copy it is. */
  isOne: boolean;
}

/** A person whose copy a clip shows, with the evidence. */
export function NamedCopy({ name, names, isOne }: NamedCopyProps) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.verdict;
  const { person, markId, log10Np, partners, sameCodeword, test } = name;
  const namesOf = (markIds: readonly string[]) =>
    markIds.map((id) => {
      const other = names.find((each) => each.markId === id);
      return other ? nameOf(other, messages.leaks) : id;
    });
  const visits = person && formatsOf(messages.locale).number.format(person.visits);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5 first:pt-0 last:pb-0">
      <div className="grid gap-1">
        <h3 className="text-lg font-semibold [overflow-wrap:anywhere]">
          {person ? (
            // The page of a person is found by the id of any of its visits, and each mark id is one.
            <LeavingLink
              href={personPath(markId)}
              className="underline decoration-primary/50 underline-offset-4 hover:decoration-primary-bright"
            >
              <bdi>{nameOf(name, messages.leaks)}</bdi>
            </LeavingLink>
          ) : (
            t.unknownPerson
          )}
        </h3>
        {!isOne && person && sameCodeword.length === 0 && (
          <p className="text-muted [overflow-wrap:anywhere]">{copyText(name, messages.leaks)}</p>
        )}
        {!person && <p className="text-muted">{t.unknownPersonNote}</p>}
        {person?.verifiedBy === 'link' && <p className="max-w-prose text-muted">{t.linkNote}</p>}
        {person && !person.proved && <p className="max-w-prose text-muted">{t.claimedNote}</p>}
      </div>
      <Facts>
        {person && (
          <>
            <Fact label={t.email}>
              <bdi dir="ltr">{person.email}</bdi>
            </Fact>
            <Fact label={t.proof}>{messages.admin.leads.proofs[person.verifiedBy]}</Fact>
            <Fact label={t.visits}>
              {t.visitsText(
                person.visits,
                visits ?? '',
                momentText(person.firstAt, messages),
                momentText(person.lastAt, messages),
              )}
            </Fact>
          </>
        )}
        <Fact label={t.mark}>
          <span className="font-mono text-[0.85em]">{markId}</span>
        </Fact>
      </Facts>
      <div className="grid max-w-prose gap-1">
        <p className="font-medium tabular-nums">{t.np(powerText(log10Np, messages.locale))}</p>
        <p className="text-[0.95rem] text-muted">{t.npText(oneInText(log10Np, messages.locale))}</p>
      </div>
      {test === 'single' && sameCodeword.length === 0 && names.length > 1 && (
        <p className="text-[0.95rem]">{t.alone}</p>
      )}
      {partners.length > 0 && (
        <Others label={test === 'single' ? t.alsoTogether : t.together} names={namesOf(partners)} />
      )}
      {sameCodeword.length > 0 && <Others label={t.same} names={namesOf(sameCodeword)} />}
    </li>
  );
}

/** Other people of the case, after a few words. */
function Others({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <div className="grid gap-1 text-[0.95rem]">
      <p className="text-muted">{label}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 [overflow-wrap:anywhere]">
        {names.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <li key={index}>
            <bdi>{each}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
