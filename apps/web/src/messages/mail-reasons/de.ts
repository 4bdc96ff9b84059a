import type { MailReasons } from './en.js';

/** German texts of why a mail was not sent. */
export const deMailReasons: MailReasons = {
  reasons: {
    MAIL_NOT_CONFIGURED:
      'Das Portal hat keinen Mailserver. Bitten Sie den Betreiber, SMTP_URL und MAIL_FROM zu setzen.',
    SERVER_UNAVAILABLE: 'Der Mailserver ist nicht erreichbar.',
    TLS_FAILED:
      'Die Verbindung zum Mailserver lässt sich nicht verschlüsseln, oder sein Zertifikat ist ungültig. Bitten Sie den Betreiber, SMTP_URL zu prüfen.',
    LOGIN_REFUSED: 'Der Mailserver lehnt die Anmeldung des Portals ab.',
    SENDER_REFUSED: 'Der Mailserver lehnt den Absender ab. Bitten Sie den Betreiber, MAIL_FROM zu prüfen.',
    PORTAL_URL_UNKNOWN:
      'Das Portal kennt seine eigene Adresse nicht. Bitten Sie den Betreiber, PUBLIC_ORIGIN zu setzen.',
    OUTBOX_SECRET_MISSING:
      'Dem Notifier fehlt sein Geheimnis. Bitten Sie den Betreiber, OUTBOX_SECRET zu setzen.',
    REFUSED: 'Der Mailserver lehnt diese Adresse ab.',
    INVALID_MAIL: 'Eine E-Mail an diese Adresse lässt sich nicht schreiben.',
    DEFERRED: 'Der Mailserver bittet um einen späteren Versuch.',
    CONNECTION_LOST: 'Die Verbindung zum Mailserver brach ab.',
    ANSWER_LOST: 'Die Verbindung brach ab, bevor der Mailserver antwortete.',
    INTERRUPTED: 'Das Portal wurde während des Sendens beendet.',
    RESTORED: 'Eine Sicherung wurde eingespielt, und die E-Mail ging vielleicht schon vorher ab.',
    REVOKED: 'Die E-Mail wurde nicht gesendet: Die Einladung wurde vorher widerrufen.',
    BLOCKED: 'Die E-Mail wurde nicht gesendet: Die Adresse wurde vorher gesperrt.',
    CHANGED: 'Die E-Mail wurde nicht gesendet: Eine andere hat sie ersetzt.',
  },
  notInTime: 'Sie konnte nicht rechtzeitig gesendet werden.',
};
