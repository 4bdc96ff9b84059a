import * as z from 'zod/mini';
import { sha256Hex } from '../auth/lead-capture.js';
import { gateArt } from '../gate/gate-art.js';
import { gateMode } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { languageTags } from '../settings/languages.js';

/** Customer-specific texts that every page shows, even before the gate. */
export const portalConfig = z.object({
  companyName: z.string(),
  ownerName: z.string(),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  /** Languages that visitors can choose, in the order of menus. Gateways of 1.0 omit it. */
  languages: z._default(languageTags, ['en']),
  /** Gateways of 1.0 omit it. */
  gateMode: z._default(gateMode, 'open'),
  /** Images that the gate shows to this browser; null while gate art is off. Gateways of 1.0 omit it. */
  gateArt: z._default(z.nullable(gateArt), null),
  terms: z.object({
    version: z.string(),
    lastUpdated: z.string(),
    text: z.string(),
    sha256: sha256Hex,
    /** Language of the text. Gateways of 1.0 omit it. */
    language: z._default(z.string(), 'en'),
  }),
});
export type PortalConfig = z.infer<typeof portalConfig>;

/** Texts of the preview page. They may describe the trailer, so only viewers receive them. */
export const previewTexts = z.object({
  /** The line above the player. */
  headerLine: z.string(),
  fallbackTitle: z.string(),
  fallbackDescription: z.string(),
});
export type PreviewTexts = z.infer<typeof previewTexts>;

/** In this file, because every visitor loads it. */
export const portalConfigRoute = http({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'Names, contacts and terms of this portal',
  /** Language of the terms. If it is unknown or not offered, the portal chooses one. */
  query: z.object({ language: z.optional(z.string()) }),
  response: portalConfig,
  errors: [],
});

export const previewTextsRoute = http({
  method: 'GET',
  path: '/api/preview-texts',
  access: 'viewer',
  summary: 'Texts of the preview page: header line, and fallbacks for a missing title or description',
  response: previewTexts,
  errors: [],
});
