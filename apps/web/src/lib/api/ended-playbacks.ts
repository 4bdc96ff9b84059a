import { endedPlaybacksRoutes } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../http-client.js';

/** A trailer version in the visit of a lead. */
export interface Playback {
  leadId: string;
  trailerId: string;
}

/** Ends a playback, for the administrator. The visitor stays signed in. */
export const useEndPlayback = () =>
  useMutation({ mutationFn: (params: Playback) => call(endedPlaybacksRoutes.end, { params }) });

/** Allows an ended playback again, for the administrator. */
export const useAllowPlayback = () =>
  useMutation({ mutationFn: (params: Playback) => call(endedPlaybacksRoutes.allow, { params }) });
