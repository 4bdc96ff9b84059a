import type { FlagKind } from '@secure-preview/contracts';

/** English texts about flags on the settings page. */
export const enFlagSettings = {
  text: 'The portal flags visits that look like copying. Flags are shown on the page of the person and on the live page, and are reported as alerts. A flag proves nothing, and may be wrong. Visits of administrators are not flagged.',
  blocksText:
    'Flags that you choose here also block, at once. A person with a proved address is blocked. If the address was only typed, just the visit ends, because the address may be somebody else’s. You can take both back.',
  limits:
    'A program that loads the film at playing speed and reports like a player is not detected, nor one that waits first and then loads as much as could have been played meanwhile. While the gate is open, pieces that are loaded in visits with different typed names are not detected either. A film of about a minute is too short to tell a quick copy from a player that loads ahead.',
  rules: {
    copying:
      'More of the film was loaded than a player needs: the time that has passed, one minute, and about 46 seconds for each jump.',
    noPlayer: '57 seconds of the film were loaded, and no player reported anything within a minute.',
    twoNetworks:
      'A visit loads in one network, in another, and in the first one again within 10 minutes. A phone at the edge of a Wi-Fi can cause this.',
    manySessions: 'More than three sessions of a person with a proved address play at the same time.',
    watermark: 'The watermark was removed or covered three times in a visit.',
  } satisfies Record<FlagKind, string>,
};
