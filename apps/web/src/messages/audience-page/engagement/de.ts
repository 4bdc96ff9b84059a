import type { AudiencePageMessages } from '../en.js';

/** German texts of the engagement page of the audience. */
export const deEngagement: Pick<AudiencePageMessages, 'engagement'> = {
  engagement: {
    title: 'Auswertung',
    back: 'Publikum',
    refresh: 'Aktualisieren',
    failed: 'Die Auswertung konnte nicht geladen werden.',
    notFound: 'Diese Version gibt es nicht.',
    empty: 'Diese Version hat noch niemand angesehen.',
    unknown: 'Unbekannt',
    figures: {
      length: 'Länge',
      viewers: 'Personen, die etwas sahen',
      finished: (percent) => `Fertig gesehen (ab ${percent})`,
      reachedEnd: 'Bis zum Ende gekommen',
      meanShare: 'Mittlerer gesehener Anteil',
      medianShare: 'Median des gesehenen Anteils',
    },
    people: (count, shown) => (count === 1 ? '1 Person' : `${shown} Personen`),
    plays: (count, shown) => (count === 1 ? '1 Wiedergabe' : `${shown} Wiedergaben`),
    viewings: (count, shown) => (count === 1 ? '1 Aufruf' : `${shown} Aufrufe`),
    newViewers: (count, shown) => (count === 1 ? '1 neue Person' : `${shown} neue Personen`),
    time: 'Zeit im Film',
    timeOfParts: (seconds) => `Zeit im Film, in Abschnitten von ${seconds} Sekunden`,
    peopleAxis: 'Personen',
    playsAxis: 'Wiedergaben',
    sawAxis: 'Personen, die sie sahen',
    viewingsAxis: 'Aufrufe',
    newViewersAxis: 'Neue Personen',
    watching: {
      title: 'Noch dabei',
      note: 'Personen, die diese oder eine spätere Sekunde sahen, auch wenn sie davor etwas übersprangen.',
    },
    played: {
      title: 'Wiedergaben jeder Sekunde',
      titleOfParts: 'Wiedergaben jedes Abschnitts',
      note: 'Was erneut abgespielt wird, zählt erneut. Die Linie zählt jede Person einmal.',
    },
    left: {
      title: 'Wo Personen aufhören',
      note: 'Die letzte Stelle, die jede Person sah. Wer bis zum Ende kam, ist nicht enthalten.',
      noteWithoutEnd: 'Die letzte Stelle, die jede Person sah. Die Länge dieser Version ist unbekannt.',
      column: 'Personen, die aufhörten',
    },
    days: {
      title: 'Nach Tagen',
      note: (zone) => `Neue Personen begannen an diesem Tag ihren ersten Aufruf. Zeitzone: ${zone}`,
      axis: 'Tag',
    },
    showTable: 'Als Tabelle zeigen',
    tableOf: (title) => `Tabelle: ${title}`,
    exportLabel: 'Export der Zahlen nach Sekunden',
    staffNote:
      'Jede Person zählt, die irgendeinen Teil gesehen hat. Die Übersicht zählt ab einer Sekunde. Das Team zählt nicht. Zwei Besuche gelten als eine Person, wenn beide dieselbe Adresse nachwiesen.',
  },
};
