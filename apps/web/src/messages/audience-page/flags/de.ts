import type { AudiencePageMessages } from '../en.js';

/** German texts about the flags of a person. */
export const deFlags: Pick<AudiencePageMessages, 'flags'> = {
  flags: {
    title: (count) => `Auffälligkeiten (${count})`,
    label: 'Auffälligkeiten, neueste zuerst',
    text: 'Hier steht, was an einem Besuch ungewöhnlich aussah. Es beweist nichts.',
    limits:
      'Nicht jede Kopie fällt auf. Ein Programm, das den Film im Tempo der Wiedergabe lädt und sich meldet wie ein Player, wird nicht erkannt, und auch keines, das erst wartet und dann so viel lädt, wie in dieser Zeit abgespielt werden konnte. Auch Teile, die in Besuchen mit verschiedenen eingegebenen Namen geladen werden, werden nicht erkannt. Bei einem Film von etwa einer Minute lässt sich eine schnelle Kopie nicht von einem Player unterscheiden, der vorauslädt.',
    omitted: (count) =>
      `Hier nicht aufgeführte Auffälligkeiten: ${count}. Zuerst werden die aufgeführt, die zählen, dann die neuesten.`,
    unavailable: 'Die Auffälligkeiten dieser Person können gerade nicht gelesen werden.',
    sentences: {
      copying: (delivered, elapsed, seeks) =>
        `Der Besuch hat ${delivered} des Films innerhalb von ${elapsed} geladen, mit ${seeks === 1 ? 'einem Sprung' : `${seeks} Sprüngen`} an eine andere Stelle. Ein Player lädt wenig mehr, als er abspielt. Ein Programm könnte den Film kopiert haben.`,
      noPlayer: (delivered, elapsed) =>
        `Der Besuch hat ${delivered} des Films innerhalb von ${elapsed} geladen, und kein Player hat etwas gemeldet. Ein Programm könnte ihn anstelle der Seite geladen haben.`,
      twoNetworks: (first, second, within) =>
        `Der Besuch hat den Film im Netz ${first} geladen, dann in ${second} und dann wieder im ersten, innerhalb von ${within}. Jemand könnte den Besuch weitergegeben haben. Auch ein Telefon am Rand eines WLANs kann das verursachen.`,
      manySessions: (sessions) =>
        `${sessions} Sitzungen dieser Person haben gleichzeitig abgespielt. Andere könnten mit ihrer Adresse eintreten.`,
      watermark: (times) =>
        `Das Wasserzeichen wurde ${times}-mal entfernt oder verdeckt. Die Seite tut das nicht von selbst.`,
    },
    ofVisits: (visits) => `Diese Zahlen fassen ${visits} Besuche dieser Person zusammen.`,
    allVersions: 'Alle Versionen',
    inVisit: (moment) => `Besuch vom ${moment}`,
    blocked: (moment) => `Automatisch gesperrt am ${moment}`,
    blockTakenBack: (moment) => `Automatisch gesperrt am ${moment}, inzwischen zurückgenommen`,
    blockStays:
      'Die Sperre gilt weiter, auch wenn nichts Auffälliges mehr zählt. Entsperren Sie die Person, oder lassen Sie den Besuch wieder zu.',
    dismissed: (moment) => `Verworfen am ${moment}`,
    dismiss: 'Verwerfen',
    dismissOf: (kind) => `Verwerfen: ${kind}`,
    count: 'Wieder zählen',
    countOf: (kind) => `Wieder zählen: ${kind}`,
    dismissFailed: {
      title: 'Nicht verworfen',
      text: 'Die Auffälligkeit konnte nicht verworfen werden. Bitte versuchen Sie es noch einmal.',
    },
    countFailed: {
      title: 'Nicht gezählt',
      text: 'Die Auffälligkeit konnte nicht wieder gezählt werden. Bitte versuchen Sie es noch einmal.',
    },
  },
};
