import type { EntryMessages } from './en.js';

/** French texts for entering with a code or an invitation. */
export const frEntry: EntryMessages = {
  acceptAgain: 'Veuillez accepter de nouveau les conditions. Votre nom et votre adresse sont déjà saisis.',
  proofRequired:
    'Les organisateurs vous demandent maintenant de confirmer votre adresse. Votre nom et votre adresse sont déjà saisis.',
  code: {
    title: 'Saisissez votre code',
    sent: (email) =>
      `Si ${email} est autorisé à entrer, un e-mail contenant un code à six chiffres est en route.`,
    sentTo: (email) => `Un e-mail contenant un code à six chiffres est en route vers ${email}.`,
    valid: (minutes) => `Le code est valable ${minutes} minutes.`,
    spam: 'Pas d’e-mail\u00a0? Vérifiez aussi votre dossier de courrier indésirable.',
    label: 'Code à six chiffres',
    submit: 'Accéder à la bande-annonce',
    checking: 'Vérification…',
    errorFallback: 'Le code n’a pas pu être vérifié. Veuillez réessayer.',
    triesLeft: (error, tries) =>
      tries === 0
        ? `${error}, et il ne reste aucun essai. Veuillez demander un nouveau code.`
        : `${error}. ${tries === 1 ? 'Il reste 1 essai' : `Il reste ${tries} essais`}.`,
    resend: 'Envoyer un nouveau code',
    resendIn: (seconds) => `Envoyer un nouveau code (dans ${seconds} s)`,
    resendReady: 'Vous pouvez maintenant demander un nouveau code.',
    resent: 'Un nouveau code a été demandé. Les codes précédents ne sont plus nécessaires.',
    resendFallback: 'Un nouveau code n’a pas pu être demandé. Veuillez réessayer.',
    changeAddress: 'Changer d’adresse',
  },
  request: {
    link: 'Demander l’accès',
    title: 'Demander l’accès',
    text: 'Vous n’avez pas d’invitation, ou aucun code n’arrive\u00a0? Dites aux organisateurs qui vous êtes.',
    reasonLabel: 'Motif (facultatif)',
    submit: 'Envoyer la demande',
    submitting: 'Envoi…',
    back: 'Revenir au code',
    errorFallback: 'La demande n’a pas pu être envoyée. Veuillez réessayer.',
    sentTitle: 'Demande envoyée',
    sentText:
      'Les organisateurs décident qui peut entrer. Si votre demande est acceptée, vous recevrez un e-mail.',
  },
  invitation: {
    emailHint: 'C’est l’adresse qui a été invitée.',
    nameHint: 'C’est le nom inscrit sur l’invitation.',
    invalidTitle: 'Ce lien d’invitation n’est pas valide',
    invalidText: 'Veuillez rouvrir le lien de votre e-mail et vérifier qu’il est complet.',
    otherTitle: 'Cette invitation est pour une autre adresse',
    otherText: (invited, present) =>
      `L’invitation est pour ${invited}. Vous êtes connecté en tant que ${present}.`,
    enter: 'Entrer avec l’invitation',
    stay: 'Rester connecté',
    toGate: 'Aller à la page d’accueil',
  },
  otherVersion: {
    text: 'Une autre version de cette bande-annonce est maintenant proposée.',
    load: 'Charger cette version',
  },
  ended: {
    title: 'Votre accès a pris fin',
    notBegunTitle: 'Votre accès n’a pas encore commencé',
    playbackEndedTitle: 'La lecture a pris fin',
    networkBlockedTitle: 'L’accès n’est pas possible d’ici',
    reasons: {
      blocked: 'Votre accès à cette avant-première a été bloqué.',
      revoked: 'Votre invitation a été retirée.',
      expired: 'La période de votre invitation est terminée.',
      notBegun: 'Votre invitation n’est pas encore valable. Veuillez revenir plus tard.',
      visitEnded: 'Votre visite a été interrompue.',
      playbackEnded: 'Les organisateurs ont arrêté la lecture de cette bande-annonce.',
      networkBlocked: 'Les organisateurs n’autorisent pas l’accès depuis votre réseau.',
    },
    begins: (start) => `Votre invitation est valable à partir du ${start}. Veuillez revenir à ce moment-là.`,
    contact: (owner) => `Pour toute question, veuillez contacter ${owner}.`,
    noContact: 'Pour toute question, veuillez vous adresser à la personne qui vous a invité.',
    signOut: 'Se connecter avec une autre adresse',
  },
};
