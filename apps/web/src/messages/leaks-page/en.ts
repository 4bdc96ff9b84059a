import type { InconclusiveCode, LeakResult, LeakStep, TrailerNoticeCode } from '@secure-preview/contracts';
import { isolateNames } from '../isolate.js';

/** English texts of the page for found copies. They are loaded with it. */
export const enLeaksPage = isolateNames({
  leaks: {
    title: 'Leaks',
    intro:
      'Upload a clip that was found somewhere. If it shows a marked version, the marks can tell whose copy it was.',
    heading: 'Examined clips',
    zoneNote: (zone: string) => `Times are shown in ${zone}`,
    failed: 'The examined clips could not be loaded.',
    outdated: 'This is not up to date: the portal does not answer. Trying again.',
    empty: 'No clip has been examined yet.',
    listLabel: 'Examined clips',
    listEnd: (max: string) => `${max} clips are kept at most. Delete some before you upload another.`,
    added: (date: string) => `Added ${date}`,
    length: (time: string) => `Length ${time}`,
    progressOf: (file: string) => `Progress of ${file}`,
    percent: (percent: string) => `${percent} %`,
    states: {
      queued: 'Waiting',
      working: 'Being examined',
      done: 'Done',
      failed: 'Not examined',
      cancelled: 'Cancelled',
    },
    verdicts: {
      named: 'Named',
      several: 'Several',
      inconclusive: 'Inconclusive',
    } satisfies Record<LeakResult['verdict'], string>,
    noMarks: {
      title: 'No version is marked',
      text: 'A clip can only be traced if the trailer was uploaded while “Mark new trailers” was on. Turn it on in the settings, then upload the trailer again.',
      link: 'Open the settings',
    },
    steps: {
      download: 'Fetching the clip',
      probe: 'Examining the file',
      match: 'Looking for its pictures in the marked versions',
      read: 'Reading the marks',
      compare: 'Comparing with the copies',
      'storage-unavailable':
        'Waiting for the storage, which cannot be reached; it is tried again every few minutes',
    } satisfies Record<LeakStep, string> as Record<string, string>,
    otherStep: 'The clip is being examined',
    waiting: 'The clip waits for its turn',
    progress: {
      title: 'Examination of the clip',
      note: 'You can leave this page meanwhile.',
      stepsLabel: 'Steps',
      stepDone: 'done',
      label: 'Progress',
      cancel: 'Cancel',
      cancelFailed: { title: 'Not Cancelled', text: 'Failed to cancel the examination' },
    },
    announce: {
      done: (verdict: string) => `The clip is examined. Result: ${verdict}`,
      failed: 'The clip could not be examined.',
      cancelled: 'The examination was cancelled.',
    },
    case: {
      back: 'All clips',
      title: 'Found copy',
      failed: 'The found copy could not be loaded.',
      notFound: {
        title: 'Not found',
        text: 'This found copy does not exist. It may have been deleted.',
      },
      notRead: {
        title: 'The clip could not be examined',
        fallback: 'The clip could not be read.',
        again: 'Upload the clip again, or a better copy of it.',
        remedies: {
          EVIDENCE_LOST:
            'Run portal verify-storage. That version can be compared again once its objects are restored.',
          PROCESSING_TOO_SLOW: 'Cut a shorter part, for example one minute, and upload it.',
          CLIP_TOO_LONG: 'Cut a shorter part, for example one minute, and upload it.',
          CLIP_TOO_SHORT: 'Upload a longer part.',
        } satisfies Partial<Record<TrailerNoticeCode, string>> as Record<string, string>,
      },
      wasCancelled: {
        title: 'The examination was cancelled',
        text: 'The clip and its pictures are deleted. To examine it, upload it again.',
      },
    },
    report: {
      heading: (company: string) => `${company}: report on a found copy`,
      printed: (date: string) => `Printed ${date}`,
      print: 'Print the report',
    },
    facts: {
      title: 'The clip',
      file: 'File',
      size: 'Size',
      bytes: (bytes: string, exact: string) => `${bytes} (${exact} bytes)`,
      length: 'Length',
      unknown: 'unknown',
      added: 'Added',
      finished: 'Examined',
      id: 'Case',
      sha256: 'SHA-256 of the file',
      portal: 'Examined by version',
    },
    verdict: {
      title: 'Result',
      named: 'Named',
      namedCopy: (name: string, email: string) => `The clip shows the copy of ${name} (${email}).`,
      claimed: (email: string) => `claimed: ${email}`,
      claimedCopy: (email: string) => `The clip shows the copy given to the session that claimed ${email}.`,
      unknownCopy: 'The clip shows the copy of somebody who is not known any more.',
      several: (count: number, shown: string) =>
        count === 1
          ? 'The clip shows the copy of 1 person.'
          : `The clip shows the copies of ${shown} people.`,
      atLeastOne: 'The clip shows at least one of these copies. It cannot tell all of them apart.',
      severalNote:
        'Several copies are part of the clip. Either it was cut together from them, or it repeats the trailer from several copies.',
      peopleUnavailable: 'The names cannot be read right now. Try again in a moment.',
      unknownPerson: 'Nobody known',
      unknownPersonNote: 'No visit with this mark is stored any more. It may have been erased.',
      email: 'Address',
      proof: 'Proof of the address',
      claimedNote:
        'Nobody has proved that this address is theirs. The copy was given to the session that claimed it.',
      linkNote: 'This person entered by an invitation link. Whoever had the link could enter.',
      visits: 'Visits',
      visitsText: (count: number, shown: string, first: string, last: string) =>
        count === 1 ? `1 visit, ${first}` : `${shown} visits, from ${first} to ${last}`,
      evidence: 'Evidence',
      np: (value: string) => `N·p = ${value}`,
      npText: (oneIn: string) =>
        `If this test only named people with such a small value, it would name somebody wrongly in at most 1 of ${oneIn} cases.`,
      together: 'Named together with',
      alsoTogether: 'Also passes the test of two copies with',
      alone: 'Named by the marks of this copy alone.',
      same: 'These copies are equal wherever the clip can be read, so the clip cannot tell them apart:',
      mark: 'Mark',
      person: (name: string) => `Visits of ${name}`,
    },
    inconclusive: {
      title: 'Inconclusive',
      lead: 'Nobody is named.',
      reasons: {
        noMarkedVersions:
          'There is no marked version that can be compared. Only trailers that were uploaded while “Mark new trailers” was on can be compared, until they are deleted. Versions whose marks are not checked yet are not compared: see the list of versions.',
        plain:
          'The pictures of the clip are too plain to be recognised: black, a still without detail, or too short.',
        otherFilm:
          'None of its pictures are those of a marked version that can be compared. Versions whose marks are not checked yet are not compared: see the list of versions.',
        unreadable: 'The clip shows this version, but no picture is clear enough to read its marks.',
        noCodewords: 'Nobody was sent a copy of this version.',
        nobodyStandsOut:
          'The clip says enough to name somebody, and nobody’s copy agrees with it well enough. It may be an unmarked copy, one that this portal did not send, or a mix of several copies.',
        tooFewReadableSegments:
          'The marks of too few segments can be read. With so few, a wrong name would be too likely.',
        markTooWeak: 'The marks that can be read say too little to name one of so many people.',
      } satisfies Record<InconclusiveCode, string> as Record<string, string>,
      unknownReason: 'The reason is not known to this version of the page.',
      readable: (readable: string, needed: string) =>
        `${readable} segments can be read; at least ${needed} are needed.`,
      bits: (bits: string, needed: string) =>
        `They say about ${bits} bits; about ${needed} are needed to name somebody.`,
      best: (value: string, limit: string) =>
        `Best value: N·p = ${value}. It would have to be below ${limit}.`,
      enough: (seconds: string) => `About ${seconds} seconds of such a clip would have been enough.`,
      enoughOfTwo: (seconds: string) =>
        `If two people mixed their copies, about ${seconds} seconds would have been enough.`,
      neverEnough: 'Even the whole trailer in this quality would not have been enough.',
    },
    numbers: {
      title: 'The numbers',
      version: 'Version',
      uploaded: (title: string, date: string) => `${title}, uploaded ${date}`,
      codewords: 'Copies compared (N)',
      readable: 'Readable segments',
      read: 'Marks read from the clip',
      mirrored: 'Mirrored',
      yes: 'yes',
      no: 'no',
      speed: 'Speed',
      normalSpeed: 'as the trailer',
      faster: (percent: string) => `${percent} faster`,
      slower: (percent: string) => `${percent} slower`,
      speeds: (from: string, to: string) => `from ${from} to ${to}`,
      cuts: 'Cuts',
      shows: 'Shows',
      showsText: (seconds: string, total: string) => `${seconds} of the ${total} seconds of the trailer`,
    },
    pictures: {
      title: 'The pictures',
      note: 'The same moment, brought to the same shape.',
      found: 'The clip',
      original: 'The trailer',
      foundAlt: 'A picture of the clip',
      originalAlt: 'The picture of the trailer at the same moment',
      failed: 'The picture could not be loaded.',
      view: 'View of the pictures',
      side: 'Side by side',
      overlay: 'Laid over each other',
      slider: 'Share of the clip’s picture',
      sliderValue: (percent: string) => `${percent} of the clip’s picture`,
    },
    marks: {
      title: 'The marks over time',
      titleOf: (title: string) => `The marks over time: ${title}`,
      note: 'Each bar is a segment of the trailer whose mark the clip shows. The higher it is, the clearer the mark.',
      noteOfName: 'Bars above the line agree with the named copy, bars below it differ.',
      none: 'No mark could be read.',
      notListed: 'The marks of this version are not listed, because the report would be too long.',
      name: 'Compare with the copy of',
      nobody: 'somebody not known',
      axis: 'Time of the trailer',
      weightAxis: 'Weight',
      agrees: 'agrees',
      differs: 'differs',
      read: 'read',
      clip: 'Shown in the clip',
      cursor: (time: string, text: string) => `${time}: ${text}`,
      bar: (agreement: string, variant: string, weight: string) =>
        `${agreement}, variant ${variant}, weight ${weight}`,
      nothingRead: 'nothing read',
      counts: (agreeing: string, differing: string) => `${agreeing} marks agree, ${differing} differ`,
      showTable: 'Show as table',
      tableOf: (title: string) => `Table: ${title}`,
      columns: { time: 'Time', variant: 'Variant', weight: 'Weight', agreement: 'Agreement' },
      runs: 'Parts of the clip',
      runColumns: { clip: 'Clip', trailer: 'Trailer', speed: 'Speed' },
      span: (from: string, to: string) => `${from}–${to}`,
    },
    note: {
      title: 'Note',
      label: 'Note on this found copy',
      hint: 'Where it was found, who reported it. It is saved when you leave the field.',
      save: 'Save',
      saving: 'Saving...',
      saved: 'Saved.',
      undo: 'Undo',
      failedTitle: 'Note Not Saved',
      failed: 'The note could not be saved. Your text is still here.',
      again: 'Try again',
      empty: 'No note.',
    },
    remove: {
      button: 'Delete',
      title: (file: string) => `Delete the found copy “${file}”?`,
      text: 'The clip, its pictures, the result and the note are deleted for good.',
      confirm: 'Delete',
      done: { title: 'Found Copy Deleted', text: (file: string) => `“${file}” has been deleted` },
      failed: { title: 'Not Deleted', text: 'Failed to delete this found copy' },
    },
    meaning: {
      title: 'What this means',
      bound: {
        title: 'How sure a name is',
        text: 'For each case, the probability that anybody is named whose copy was not used is at most 1 in 1,000,000 (10⁻⁶). This holds for any clip, any film and any number of people who were sent copies.',
      },
      more: {
        title: 'More than two people together',
        text: 'If more than two people mix their copies, the figure is slightly larger (1.2 in 1,000,000 for three). Whoever has both variants and knows a codeword can make a copy that names its owner.',
      },
      guilt: {
        title: 'Not a probability of guilt',
        text: 'The figure says how often the method errs. It is not the probability that a named person is guilty or innocent. That also depends on other explanations, which no picture shows.',
      },
      copy: {
        title: 'Whose copy, not who leaked it',
        text: 'The result names the person whose copy it was. A copy may have been stolen, lent or filmed over a shoulder.',
      },
      account: {
        title: 'Shared accounts and devices',
        text: 'If somebody used the account or the device of another person, that other person is named.',
      },
      operator: {
        title: 'The operator of the portal',
        text: 'The operator, and everybody with access to the database and the storage of the portal, could have made such a copy: they have all variants and all codewords. Whoever has this report knows the codeword of the named person where the clip was read, and could make another such copy with both variants.',
      },
      open: {
        title: 'Open gate and claimed addresses',
        text: 'An address that was only claimed at the gate says nothing about who typed it. While the gate is open, one person can enter under many addresses and so hold many copies: eight give both variants of 99 % of all segments.',
      },
      once: {
        title: 'One clip, one try',
        text: 'The figure is for one case. It does not hold if a clip is tried again and again until somebody is named.',
      },
      source: 'The derivation is in the documentation of the portal: docs/forensic-marking.md.',
    },
  },
});

export type LeaksPageMessages = typeof enLeaksPage;
