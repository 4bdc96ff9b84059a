import type { AccessPageMessages } from './en.js';

/** German texts of the page for access. */
export const deAccessPage: AccessPageMessages = {
  access: {
    title: 'Zugang',
    intro: 'Wer hinein darf, wer eingeladen ist und wer gesperrt ist.',
    zoneNote: (zone) => `Zeiten in ${zone}`,
    gate: {
      title: 'Eingang',
      failed: 'Der Eingang konnte nicht geladen werden.',
      legend: 'Wer hinein darf',
      modes: {
        open: {
          label: 'Offen',
          text: 'Alle, die den Bedingungen zustimmen. Namen und Adressen werden nicht geprüft.',
        },
        verified: {
          label: 'Bestätigt',
          text: 'Alle, die ihre E-Mail-Adresse mit einem sechsstelligen Code bestätigen.',
        },
        invited: { label: 'Eingeladen', text: 'Nur eingeladene Personen und Domains.' },
      },
      proofLegend: 'Einladungslinks',
      proofs: {
        code: {
          label: 'Neue Browser brauchen einen Code',
          text: 'Ein weitergegebener Link lässt niemand anderen hinein: Der Code geht an die eingeladene Adresse.',
        },
        link: {
          label: 'Der Link allein genügt',
          text: 'Schneller, aber jeder, der den Link erhält, kommt unter dem eingeladenen Namen hinein.',
        },
      },
      locked: 'Vom Betreiber festgelegt. Ändern lässt sich das nur in der Konfiguration des Servers.',
      change: 'Eingang ändern',
      unchanged: 'So finden Besucher den Eingang vor.',
      notApplied: 'Ihre Auswahl gilt noch nicht.',
      dialogTitle: 'Den Eingang ändern?',
      dialogText: (mode) => `Neue Besucher finden nach wenigen Sekunden den Eingang „${mode}“ vor.`,
      appliesLegend: 'Besucher, die drinnen sind',
      appliesTo: {
        newVisitors: {
          label: 'Bleiben drinnen',
          text: 'Die Änderung betrifft sie, wenn ihre Sitzung endet.',
        },
        everybody: {
          label: 'Müssen ihre Adresse jetzt bestätigen',
          text: 'Sitzungen ohne den Nachweis enden bei der nächsten Anfrage, auch während der Wiedergabe.',
        },
      },
      testTitle: 'Erst die E-Mail testen',
      testText:
        'Ohne E-Mail käme niemand hinein. Senden Sie einen Code an Ihre eigene Adresse und geben Sie ihn hier ein, sobald er ankommt.',
      testEmail: 'Ihre E-Mail-Adresse',
      sendTest: 'Testcode senden',
      sendAgain: 'Neuen Code senden',
      sendAgainIn: (seconds) => `Neuer Code in ${seconds} s`,
      sentTo: (email, minutes) => `An ${email} gesendet. Der Code gilt ${minutes} Minuten.`,
      code: 'Testcode',
      codeHint: 'Sechs Ziffern',
      codeMissing: 'Senden Sie erst einen Testcode, und geben Sie ihn ein, sobald er ankommt.',
      codeWrong: (triesLeft) =>
        triesLeft === 1
          ? 'Dieser Code ist nicht richtig. Noch 1 Versuch.'
          : `Dieser Code ist nicht richtig. Noch ${triesLeft} Versuche.`,
      codeWrongPlain: 'Dieser Code ist nicht richtig.',
      notArrived: 'Die E-Mail kommt nicht an?',
      notArrivedHelp: [
        'Sehen Sie im Spam-Ordner nach, und prüfen Sie die Adresse.',
        'Fragen Sie den Betreiber, ob SMTP_URL und MAIL_FROM gesetzt sind.',
        'Der Befehl „portal doctor“ sendet eine Test-E-Mail und nennt die Ursache eines Fehlers.',
      ],
      password: 'Upload-Passwort',
      passwordHint:
        'Der Eingang entscheidet, wer den Trailer sieht. Daher ist das Passwort noch einmal nötig.',
      apply: 'Eingang ändern',
      applying: 'Wird geändert …',
      loadAgain: 'Neu laden',
      changedTitle: 'Eingang geändert',
      changedText: (mode) => `Der Eingang ist jetzt „${mode}“`,
      failedFallback: 'Der Eingang konnte nicht geändert werden. Versuchen Sie es noch einmal.',
      sendFailedFallback: 'Der Code konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
    },
  },
};
