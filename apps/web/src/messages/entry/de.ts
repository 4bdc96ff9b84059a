import type { EntryMessages } from './en.js';

/** German texts for entering with a code or an invitation. */
export const deEntry: EntryMessages = {
  acceptAgain: 'Bitte stimmen Sie den Bedingungen noch einmal zu. Name und Adresse sind schon eingetragen.',
  proofRequired:
    'Die Veranstalter bitten Sie jetzt, Ihre Adresse zu bestätigen. Name und Adresse sind schon eingetragen.',
  code: {
    title: 'Geben Sie Ihren Code ein',
    sent: (email) =>
      `Wenn ${email} Zutritt hat, ist eine E-Mail mit einem sechsstelligen Code dorthin unterwegs.`,
    sentTo: (email) => `Eine E-Mail mit einem sechsstelligen Code ist an ${email} unterwegs.`,
    valid: (minutes) => `Der Code ist ${minutes} Minuten gültig.`,
    spam: 'Keine E-Mail erhalten? Bitte sehen Sie auch im Spam-Ordner nach.',
    label: 'Sechsstelliger Code',
    submit: 'Trailer ansehen',
    checking: 'Wird geprüft …',
    errorFallback: 'Der Code konnte nicht geprüft werden. Bitte versuchen Sie es erneut.',
    triesLeft: (error, tries) =>
      tries === 0
        ? `${error}, und es gibt keinen weiteren Versuch. Bitte fordern Sie einen neuen Code an.`
        : `${error}. Noch ${tries === 1 ? '1 Versuch' : `${tries} Versuche`}.`,
    resend: 'Neuen Code senden',
    resendIn: (seconds) => `Neuen Code senden (in ${seconds} s)`,
    resendReady: 'Sie können jetzt einen neuen Code anfordern.',
    resent: 'Ein neuer Code wurde angefordert. Ältere Codes brauchen Sie nicht mehr.',
    resendFallback: 'Ein neuer Code konnte nicht angefordert werden. Bitte versuchen Sie es erneut.',
    changeAddress: 'Adresse ändern',
  },
  request: {
    link: 'Zugang anfragen',
    title: 'Zugang anfragen',
    text: 'Sie sind nicht eingeladen, oder es kommt kein Code an? Schreiben Sie den Veranstaltern, wer Sie sind.',
    reasonLabel: 'Grund (freiwillig)',
    submit: 'Anfrage senden',
    submitting: 'Wird gesendet …',
    back: 'Zurück zum Code',
    errorFallback: 'Die Anfrage konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    sentTitle: 'Anfrage gesendet',
    sentText:
      'Die Veranstalter entscheiden, wer Zutritt hat. Wird Ihre Anfrage angenommen, erhalten Sie eine E-Mail.',
  },
  invitation: {
    emailHint: 'Diese Adresse wurde eingeladen.',
    nameHint: 'Dieser Name steht in der Einladung.',
    invalidTitle: 'Dieser Einladungslink ist ungültig',
    invalidText:
      'Bitte öffnen Sie den Link aus Ihrer E-Mail noch einmal, und achten Sie darauf, dass er vollständig ist.',
    otherTitle: 'Diese Einladung gilt für eine andere Adresse',
    otherText: (invited, present) => `Die Einladung gilt für ${invited}. Sie sind als ${present} angemeldet.`,
    enter: 'Mit der Einladung eintreten',
    stay: 'Angemeldet bleiben',
    toGate: 'Zur Startseite',
  },
  otherVersion: {
    text: 'Jetzt wird eine andere Fassung dieses Trailers gezeigt.',
    load: 'Andere Fassung laden',
  },
  ended: {
    title: 'Ihr Zugang ist beendet',
    notBegunTitle: 'Ihr Zugang hat noch nicht begonnen',
    playbackEndedTitle: 'Die Wiedergabe ist beendet',
    networkBlockedTitle: 'Von hier aus ist kein Zugang möglich',
    reasons: {
      blocked: 'Ihr Zugang zu dieser Vorschau wurde gesperrt.',
      revoked: 'Ihre Einladung wurde zurückgezogen.',
      expired: 'Die Zeit Ihrer Einladung ist abgelaufen.',
      notBegun: 'Ihre Einladung gilt erst später. Bitte kommen Sie dann wieder.',
      visitEnded: 'Ihr Besuch wurde beendet.',
      playbackEnded: 'Die Veranstalter haben die Wiedergabe dieses Trailers beendet.',
      networkBlocked: 'Die Veranstalter erlauben keinen Zugang aus Ihrem Netz.',
    },
    begins: (start) => `Ihre Einladung gilt ab ${start}. Bitte kommen Sie dann wieder.`,
    contact: (owner) => `Bei Fragen wenden Sie sich bitte an ${owner}.`,
    noContact: 'Bei Fragen wenden Sie sich bitte an die Person, die Sie eingeladen hat.',
    signOut: 'Mit einer anderen Adresse anmelden',
  },
};
