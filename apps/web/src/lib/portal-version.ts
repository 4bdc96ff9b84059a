import portal from '../../package.json' with { type: 'json' };

/** Version of this build. All packages of the portal have the same one. */
export const portalVersion: string = portal.version;
