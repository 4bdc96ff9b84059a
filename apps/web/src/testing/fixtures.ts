import type {
  ActiveTrailer,
  AuthStatus,
  GateModeView,
  Invitation,
  Lead,
  ListedPerson,
  ListedTrailer,
  PortalConfig,
  PortalSettings,
  PreviewTexts,
  SettingsHistoryEntry,
  SettingsView,
  Trailer,
} from '@secure-preview/contracts';
import { defaultAlertRules } from '@secure-preview/contracts';

const viewer = { name: 'Amelia Öztürk', email: 'amelia@example.org', ip: '203.0.113.84' };

export const statuses = {
  stranger: { authenticated: false, uploadAuthenticated: false, viewer: null },
  viewer: { authenticated: true, uploadAuthenticated: false, viewer },
  uploader: { authenticated: true, uploadAuthenticated: true, viewer },
} satisfies Record<string, AuthStatus>;

export const config: PortalConfig = {
  companyName: 'Meridian Film',
  ownerName: 'Jonathan Ashworth',
  contactEmail: 'press@meridian.example',
  contactPhone: '+1 (555) 010-2040',
  languages: ['en'],
  gateMode: 'open',
  gateArt: null,
  terms: {
    version: '1',
    lastUpdated: 'October 2025',
    text: 'All access is logged.',
    sha256: 'a'.repeat(64),
    language: 'en',
  },
};

export const previewTexts: PreviewTexts = {
  headerLine: 'CONCEPT TRAILER of a live action TV series, coming soon!',
  fallbackTitle: 'The Halcyon',
  fallbackDescription: 'A luxury hotel in outer space.',
};

export const trailerId = '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11';

export const activeTrailer: ActiveTrailer = {
  id: trailerId,
  title: 'Episode One',
  filePath: '/api/media/trailers/one/master.m3u8',
  posterPath: null,
  description: '<div class="text-center">First line<br>second &amp; last</div>',
  status: 'ready',
  progress: 100,
  captions: [],
};

export const trailer: Trailer = {
  id: trailerId,
  title: 'Episode One',
  videoURL: null,
  posterURL: null,
  description: null,
  status: 'processing',
  step: null,
  progress: 0,
  secondsLeft: null,
  finished: false,
  failure: null,
  failureNotice: null,
  active: false,
  durationSeconds: null,
  captions: [],
  createdAt: '2026-03-01T12:00:00.000Z',
};

/** Creates a playable trailer in the shape of the administrator's list. */
export function listedTrailerOf(over: Partial<ListedTrailer> = {}): ListedTrailer {
  const { description: _, ...listed } = trailer;
  const id = crypto.randomUUID();
  return {
    ...listed,
    id,
    status: 'ready',
    finished: true,
    progress: 100,
    durationSeconds: 90,
    videoURL: `/api/media/trailers/${id}/master.m3u8`,
    warning: null,
    warnings: [],
    expiresAt: null,
    renditions: [{ rung: 480, width: 854, height: 480 }],
    ...over,
  };
}

export function leadOf(over: Partial<Lead> = {}): Lead {
  return {
    id: crypto.randomUUID(),
    name: 'Amelia Öztürk',
    email: 'amelia@example.org',
    capturedAt: '2026-03-01T12:00:00.000Z',
    ipAddress: '203.0.113.84',
    verifiedBy: 'none',
    watchedSeconds: 0,
    watchedShare: null,
    lastSeenAt: null,
    visitEnded: false,
    staff: false,
    own: false,
    ...over,
  };
}

export function personOf(over: Partial<ListedPerson> = {}): ListedPerson {
  return {
    id: crypto.randomUUID(),
    name: 'Amelia Öztürk',
    email: 'amelia@example.org',
    verifiedBy: 'none',
    firstAt: '2026-03-01T12:00:00.000Z',
    lastAt: '2026-03-02T12:00:00.000Z',
    visits: 1,
    networks: 1,
    watchedSeconds: 0,
    watchedShare: null,
    flags: 0,
    blocked: false,
    ...over,
  };
}

const defaultSettings: PortalSettings = {
  companyName: 'Secure Preview Pictures',
  ownerName: 'Secure Preview',
  contactEmail: null,
  contactPhone: null,
  headerLine: 'Coming soon',
  senderLine: null,
  alertEmail: null,
  alertLanguage: 'en',
  alerts: defaultAlertRules,
  flagBlocks: [],
  webhookUrl: null,
  webhookNames: false,
  fallbackTitle: 'The Halcyon',
  fallbackDescription: 'A luxury hotel in outer space.\n\nA story of longing.',
  termsVersion: '1',
  termsLastUpdated: 'October 2025',
  termsTexts: { en: 'All access is logged.' },
  timeZone: 'UTC',
  languages: ['en'],
  gateArt: false,
  logoId: null,
  keyArtId: null,
  forensicMarking: false,
  gateMode: 'open',
  requiredInside: 'nothing',
  invitationProof: 'code',
  termsAskedAt: null,
};

export const gateModeView: GateModeView = {
  version: 2,
  gateMode: 'open',
  invitationProof: 'code',
  locked: false,
};

/** Settings of which two differ from their defaults, and one is locked. */
export const settings: SettingsView = {
  version: 2,
  values: { ...defaultSettings, companyName: 'Meridian Film', contactEmail: 'press@meridian.example' },
  defaults: defaultSettings,
  overridden: ['companyName', 'contactEmail'],
  locked: ['termsVersion'],
};

/** The changes that led to these settings. */
export const settingsHistory: SettingsHistoryEntry[] = [
  {
    version: 2,
    at: '2026-03-01T12:00:00.000Z',
    byName: 'Amelia Öztürk',
    changes: [{ name: 'companyName', from: 'Meridian', to: 'Meridian Film' }],
  },
  {
    version: 1,
    at: '2026-02-27T09:30:00.000Z',
    byName: null,
    changes: [
      { name: 'companyName', from: null, to: 'Meridian' },
      { name: 'contactEmail', from: null, to: 'press@meridian.example' },
    ],
  },
];

/** The only page of a history. */
export const historyPage = (entries: SettingsHistoryEntry[] = settingsHistory) => ({
  entries,
  total: entries.length,
  nextCursor: null,
});

export function invitationOf(over: Partial<Invitation> = {}): Invitation {
  return {
    id: crypto.randomUUID(),
    email: 'ada@kino.example',
    name: 'Ada Lovelace',
    language: 'en',
    createdAt: '2026-03-01T12:00:00.000Z',
    startsAt: null,
    endsAt: null,
    state: 'sent',
    reason: null,
    detail: null,
    openedAt: null,
    blocks: [],
    watchedShare: null,
    ...over,
  };
}
