import { Injectable } from '@nestjs/common';
import { type CutRendition, type FoundSegment, segmentsByName } from './rendition.js';
import { RenditionRepository } from './rendition.repository.js';

/**
 * Milliseconds for which an answer of the database is used again: a trailer that is deleted, or is not the active one
 * any more, plays on for as long.
 */
const KEPT_MS = 5000;
/** Renditions kept: what is asked for in one moment, a few trailers at their sizes. */
const MOST_KEPT = 64;

/** A rendition as requests for its segments need it. */
export interface RecentRendition extends CutRendition {
  readonly byName: ReadonlyMap<string, FoundSegment>;
}

interface Kept {
  readonly until: number;
  readonly found: Promise<RecentRendition | undefined>;
}

/**
 * Renditions that were asked for in the last seconds. What was published does not change, and many viewers ask for
 * each segment: they need not all go to the database.
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
    // What is not there may be in a moment, and a database that was away may be back.
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
