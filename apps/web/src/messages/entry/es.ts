import type { EntryMessages } from './en.js';

/** Spanish texts for entering with a code or an invitation. */
export const esEntry: EntryMessages = {
  acceptAgain: 'Acepte de nuevo las condiciones, por favor. Su nombre y su dirección ya están escritos.',
  proofRequired:
    'Los organizadores le piden ahora que confirme su dirección. Su nombre y su dirección ya están escritos.',
  code: {
    title: 'Introduzca su código',
    sent: (email) =>
      `Si ${email} tiene acceso, recibirá un correo electrónico con un código de seis dígitos.`,
    sentTo: (email) => `Un correo electrónico con un código de seis dígitos está en camino a ${email}.`,
    valid: (minutes) => `El código es válido durante ${minutes} minutos.`,
    spam: '¿No llega el correo? Compruebe también la carpeta de correo no deseado.',
    label: 'Código de seis dígitos',
    submit: 'Acceder al tráiler',
    checking: 'Comprobando…',
    errorFallback: 'No se ha podido comprobar el código. Inténtelo de nuevo.',
    triesLeft: (error, tries) =>
      tries === 0
        ? `${error} y no quedan intentos. Solicite un código nuevo.`
        : `${error}. ${tries === 1 ? 'Queda 1 intento' : `Quedan ${tries} intentos`}.`,
    resend: 'Enviar un código nuevo',
    resendIn: (seconds) => `Enviar un código nuevo (en ${seconds} s)`,
    resendReady: 'Ya puede solicitar un código nuevo.',
    resent: 'Se ha solicitado un código nuevo. Los códigos anteriores ya no hacen falta.',
    resendFallback: 'No se ha podido solicitar un código nuevo. Inténtelo de nuevo.',
    changeAddress: 'Cambiar la dirección',
  },
  request: {
    link: 'Solicitar acceso',
    title: 'Solicitar acceso',
    text: '¿No tiene invitación o no le llega ningún código? Diga a los organizadores quién es.',
    reasonLabel: 'Motivo (opcional)',
    submit: 'Enviar la solicitud',
    submitting: 'Enviando…',
    back: 'Volver al código',
    errorFallback: 'No se ha podido enviar la solicitud. Inténtelo de nuevo.',
    sentTitle: 'Solicitud enviada',
    sentText:
      'Los organizadores deciden quién puede entrar. Si se acepta su solicitud, recibirá un correo electrónico.',
  },
  invitation: {
    emailHint: 'Esta es la dirección invitada.',
    nameHint: 'Este es el nombre que figura en la invitación.',
    invalidTitle: 'Este enlace de invitación no es válido',
    invalidText: 'Abra de nuevo el enlace de su correo electrónico y compruebe que esté completo.',
    otherTitle: 'Esta invitación es para otra dirección',
    otherText: (invited, present) => `La invitación es para ${invited}. Ha iniciado sesión como ${present}.`,
    enter: 'Entrar con la invitación',
    stay: 'Mantener la sesión',
    toGate: 'Ir a la página de inicio',
  },
  otherVersion: {
    text: 'Ahora se muestra otra versión de este tráiler.',
    load: 'Cargar esa versión',
  },
  ended: {
    title: 'Su acceso ha terminado',
    notBegunTitle: 'Su acceso todavía no ha comenzado',
    playbackEndedTitle: 'La reproducción ha terminado',
    networkBlockedTitle: 'No es posible acceder desde aquí',
    reasons: {
      blocked: 'Se ha bloqueado su acceso a este preestreno.',
      revoked: 'Se ha retirado su invitación.',
      expired: 'El plazo de su invitación ha terminado.',
      notBegun: 'Su invitación todavía no es válida. Vuelva más tarde.',
      visitEnded: 'Se ha puesto fin a su visita.',
      playbackEnded: 'Los organizadores han finalizado la reproducción de este tráiler.',
      networkBlocked: 'Los organizadores no permiten el acceso desde su red.',
    },
    begins: (start) => `Su invitación es válida a partir del ${start}. Vuelva a partir de entonces.`,
    contact: (owner) => `Si tiene preguntas, póngase en contacto con ${owner}.`,
    noContact: 'Si tiene preguntas, diríjase a la persona que le invitó.',
    signOut: 'Iniciar sesión con otra dirección',
  },
};
