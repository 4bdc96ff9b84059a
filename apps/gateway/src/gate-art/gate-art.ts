import { type GateArt, type PortalSettings, pathOfGateImage } from '@secure-preview/contracts';

export type GateArtSettings = Pick<PortalSettings, 'gateArt' | 'logoId' | 'keyArtId' | 'gateMode'>;

/** Returns the ids of the images that mails to visitors show. */
export const mailImagesOf = ({
  gateArt,
  logoId,
  keyArtId,
}: Pick<PortalSettings, 'gateArt' | 'logoId' | 'keyArtId'>): Pick<PortalSettings, 'logoId' | 'keyArtId'> =>
  gateArt ? { logoId, keyArtId } : { logoId: null, keyArtId: null };

/**
 * Returns the images that the gate shows to a browser; null if it shows none (docs/product.md#gate-art).
 *
 * @param isInvited whether an invitation link was exchanged in the browser
 */
export function gateArtFor(
  { gateArt, logoId, keyArtId, gateMode }: GateArtSettings,
  isInvited: boolean,
): GateArt | null {
  if (!gateArt || (logoId === null && keyArtId === null)) return null;
  if (gateMode === 'invited' && !isInvited) return null;
  return { logo: pathOfGateImage(logoId), keyArt: pathOfGateImage(keyArtId) };
}
