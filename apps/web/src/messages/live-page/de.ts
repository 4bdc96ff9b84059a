import type { LivePageMessages } from './en.js';

/** German texts of the live page. */
export const deLivePage: LivePageMessages = {
  live: {
    title: 'Live',
    intro: 'Besucher mit einem geöffneten Trailer. Was sie tun, erscheint innerhalb von zwei Sekunden.',
    heading: 'Gerade dabei',
    zoneNote: (zone) => `Zeitangaben in der Zeitzone ${zone}`,
    failed: 'Die geöffneten Player konnten nicht geladen werden.',
    outdated: 'Die Liste ist nicht aktuell: Das Portal antwortet nicht. Es wird weiter versucht.',
    counts: (watching, playing) => `${watching} dabei, bei ${playing} läuft der Trailer`,
    nobody: 'Gerade sieht niemand zu.',
    nothingFound: 'Kein geöffneter Player passt dazu.',
    noneFlagged: 'Kein Besuch mit geöffnetem Player ist auffällig.',
    flagsUnavailable:
      'Auffälligkeiten können gerade nicht gelesen werden. Auffällige Besuche fehlen womöglich oder stehen hier ohne diese Angabe.',
    searchLabel: 'Name oder E-Mail-Adresse suchen',
    onlyLabel: 'Auffälligkeiten der Besuche',
    allVisits: 'Alle Besuche',
    only: { flagged: 'Auffällige Besuche' },
    sortLabel: 'Reihenfolge der Player',
    sorts: { oldest: 'Älteste zuerst', newest: 'Neueste zuerst' },
    listLabel: 'Geöffnete Player',
    tooMany: 'Weitere finden Sie mit Suche, Filter oder anderer Reihenfolge.',
    more: (count, shown) =>
      count === 1
        ? 'Dieser Besuch hat noch einen geöffneten Player.'
        : `Dieser Besuch hat noch ${shown} geöffnete Player.`,
    staffNote: 'Hat das Upload-Passwort eingegeben und zählt nicht mit',
    states: {
      playing: 'Läuft',
      paused: 'Pausiert',
      ended: 'Zu Ende gesehen',
      noSignal: 'Kein Signal',
    },
    position: (time, total) => `${time} von ${total}`,
    removedVersion: 'Eine Version, die nicht aufgeführt ist',
    since: 'Seit',
    deviceLabel: 'Gerät',
    device: (browser, system) => `${browser} unter ${system}`,
    unknownDevice: 'Unbekannt',
    network: 'Netzwerk',
    ownMachine: 'dieser Rechner',
  },
};
