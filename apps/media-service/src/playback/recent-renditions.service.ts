import { Injectable } from '@nestjs/common';
import { type CutRendition, type FoundSegment, segmentsByName } from './rendition.js';
import { RenditionRepository } from './rendition.repository.js';

/**
 * Milliseconds that an answer of the database is cached. A trailer that is deleted or deactivated stays
 * playable for that long.
 */
const KEPT_MS = 5000;
/** Renditions cached: enough for a few trailers in all their sizes. */
const MOST_KEPT = 64;

/** A rendition with its segments by name. */
export interface RecentRendition extends CutRendition {
  readonly byName: ReadonlyMap<string, FoundSegment>;
}

interface Kept {
  readonly until: number;
  readonly found: Promise<RecentRendition | undefined>;
}

/**
 * Caches recently requested renditions, which never change once published. Many viewers request the same
 * segments.
 */
@Injectable()
export class RecentRenditionsService {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly renditions: RenditionRepository) {}

  find(renditionId: string): Promise<RecentRendition | undefined> {
    const now = performance.now();
    const known = this.kept.get(renditionId);
    if (known && now < known.until) return known.found;
    this.kept.delete(renditionId);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    const kept = { until: now + KEPT_MS, found: this.read(renditionId) };
    this.kept.set(renditionId, kept);
    // Misses and failures are not cached: the rendition may be published, or the database recover, at any
    // moment.
    const forget = () => {
      if (this.kept.get(renditionId) === kept) this.kept.delete(renditionId);
    };
    kept.found.then((found) => found ?? forget(), forget);
    return kept.found;
  }

  private async read(renditionId: string): Promise<RecentRendition | undefined> {
    const found = await this.renditions.find(renditionId);
    return found && { ...found, byName: segmentsByName(found.segments) };
  }
}
