import type { SettingsPageMessages } from '../en.js';

/** German texts about flags on the settings page. */
export const deFlagSettings: SettingsPageMessages['settings']['flags'] = {
  text: 'Dem Portal fallen Besuche auf, die nach Kopieren aussehen. Auffälligkeiten stehen auf der Seite der Person und auf der Live-Seite, und das Portal sendet Hinweise darauf. Sie beweisen nichts und können falsch sein. Besuche des Teams fallen nicht auf.',
  blocksText:
    'Die Auffälligkeiten, die Sie hier wählen, sperren auch, und zwar sofort. Eine Person mit nachgewiesener Adresse wird gesperrt. Wurde die Adresse nur eingegeben, endet nur der Besuch, denn sie kann jemand anderem gehören. Beides können Sie zurücknehmen.',
  limits:
    'Ein Programm, das den Film im Tempo der Wiedergabe lädt und sich meldet wie ein Player, wird nicht erkannt, und auch keines, das erst wartet und dann so viel lädt, wie in dieser Zeit abgespielt werden konnte. Solange jeder eintreten darf, werden auch Teile nicht erkannt, die in Besuchen mit verschiedenen eingegebenen Namen geladen werden. Bei einem Film von etwa einer Minute lässt sich eine schnelle Kopie nicht von einem Player unterscheiden, der vorauslädt.',
  rules: {
    copying:
      'Es wurde mehr vom Film geladen, als ein Player braucht: die vergangene Zeit, eine Minute und etwa 46 Sekunden je Sprung.',
    noPlayer:
      '57 Sekunden des Films wurden geladen, und kein Player hat sich innerhalb einer Minute gemeldet.',
    twoNetworks:
      'Ein Besuch lädt in einem Netz, in einem anderen und wieder im ersten, innerhalb von 10 Minuten. Ein Telefon am Rand eines WLANs kann das verursachen.',
    manySessions:
      'Mehr als drei Sitzungen einer Person mit nachgewiesener Adresse spielen zur selben Zeit ab.',
    watermark: 'Das Wasserzeichen wurde in einem Besuch dreimal entfernt oder verdeckt.',
  },
};
