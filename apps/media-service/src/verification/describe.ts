import { type BrokenTrailer, type Finding, isLeft, type Outcome, type Verification } from './finding.js';

const LOST_EVIDENCE =
  ' They show whose a found copy is, and nothing replaces them: restore a backup, or remove the version.';

const pluralise = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`;

function problem(finding: Finding): string {
  switch (finding.kind) {
    case 'stray': {
      const { key, bytes, modifiedAt } = finding.object;
      const age = finding.old ? '' : ' It is less than an hour old and may still be used.';
      return `Object ${key} (${pluralise(bytes, 'byte')}, stored ${modifiedAt.toISOString()}): unknown to the database.${age}`;
    }
    case 'unneeded':
      return `Object ${finding.key}: kept although nothing needs it.`;
    case 'poster':
      return `Poster ${finding.posterId}: its image is missing.`;
    case 'gateImage':
      return `Image ${finding.imageId} of the gate: its file is missing.`;
    case 'clip':
      return `Clip of the found copy ${finding.caseId}: its file is missing.`;
    case 'returned':
      return `“${finding.trailer.title}”: failed because of lost objects, and all of them are in storage again.`;
    case 'trailer':
      return `“${finding.trailer.title}”${finding.trailer.active ? ', which is being shown' : ''}: ${losses(finding.trailer)} missing.${finding.trailer.expired ? LOST_EVIDENCE : ''}`;
  }
}

function losses({ renditionIds, segments, sourceMissing }: BrokenTrailer): string {
  const descriptions = [
    ...(segments > 0
      ? [`${pluralise(segments, 'segment')} in ${pluralise(renditionIds.length, 'rendition')}`]
      : []),
    ...(sourceMissing ? ['the upload'] : []),
  ];
  return `${descriptions.join(' and ')} ${segments + Number(sourceMissing) > 1 ? 'are' : 'is'}`;
}

function remedy(finding: Finding, outcome: Outcome): string {
  switch (outcome) {
    case 'left':
      return '';
    case 'deleted':
      return ' Deleted.';
    case 'released':
      return ' The next sweep removes it.';
    case 'forgotten':
      if (finding.kind === 'poster') return ' Removed from its trailer.';
      if (finding.kind === 'clip') return ' Its record was removed. A result that was found is kept.';
      return finding.kind === 'gateImage'
        ? ' Its record was removed. Upload it again on the settings page.'
        : ' It is missing in storage, so its record was removed.';
    case 'retired':
      return ' The other renditions are played instead.';
    case 'requeued':
      return ' It is processed again from its upload.';
    case 'failed':
      return ' It cannot be played any more, and is marked as failed.';
    case 'returned':
      return finding.kind === 'returned'
        ? ` It can be shown again: portal activate-trailer ${finding.trailer.id}`
        : ' It can be shown again.';
    case 'gone':
      return ' It was deleted in the meantime.';
  }
}

/** Returns the findings and repairs as lines for the operator. */
export function describeVerification({ objects, foreign, findings, refusal }: Verification): string[] {
  const remaining = findings.filter(isLeft).length;
  const repaired = findings.length - remaining;
  return [
    ...findings.map(({ finding, outcome }) => `${problem(finding)}${remedy(finding, outcome)}`),
    ...(refusal === undefined ? [] : [refusal]),
    ...(foreign === 0
      ? []
      : [`${pluralise(foreign, 'object')} of another program in the bucket: not changed.`]),
    findings.length === 0
      ? `${pluralise(objects, 'object')} in storage, none missing and none unknown.`
      : `${pluralise(objects, 'object')} in storage, ${pluralise(findings.length, 'problem')} found, ${repaired} repaired.`,
  ];
}
