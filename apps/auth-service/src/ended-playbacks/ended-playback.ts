/** A trailer version in the visit of a lead. */
export interface Playback {
  readonly leadId: string;
  readonly trailerId: string;
}

/** Whether a playback is ended. */
export interface PlaybackState extends Playback {
  readonly ended: boolean;
  /** Increases with each change of the playback; 0 before the first change. */
  readonly version: number;
  /** Time of the last change; undefined before the first. */
  readonly at?: Date;
}

export interface PlaybackChange extends Playback {
  readonly ended: boolean;
  /** Public id of the administrator's session. */
  readonly by: string;
  /** Claimed name of the administrator; absent for gateways of earlier versions. */
  readonly byName?: string | undefined;
}
