import { Injectable } from '@nestjs/common';
import type { endedPlaybacksRpc, RpcResult } from '@secure-preview/contracts';
import type { PlaybackChange } from './ended-playback.js';
import { EndedPlaybackRepository } from './ended-playback.repository.js';
import { EndedPlaybackPublisherService } from './ended-playback-publisher.service.js';

type ListedPlaybacks = RpcResult<typeof endedPlaybacksRpc.methods.list>['playbacks'];

/** Ends and allows the playback of a trailer version in the visit of a lead, which stays signed in. */
@Injectable()
export class EndedPlaybacksService {
  constructor(
    private readonly playbacks: EndedPlaybackRepository,
    private readonly publisher: EndedPlaybackPublisherService,
  ) {}

  /** Returns the playbacks of the leads that are ended now. */
  async list(leadIds: readonly string[]): Promise<ListedPlaybacks> {
    const states = await this.playbacks.ofLeads(leadIds);
    return states.flatMap(({ leadId, trailerId, ended, at }) =>
      ended && at ? [{ leadId, trailerId, endedAt: at.toISOString() }] : [],
    );
  }

  /** Resolves once the change is committed and published to every gateway. */
  async change(change: PlaybackChange, commandId: string): Promise<void> {
    await this.publisher.publish(await this.playbacks.change(change, commandId));
  }
}
