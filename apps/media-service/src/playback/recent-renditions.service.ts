import { Injectable } from '@nestjs/common';
import { type IndexedSegment, type SegmentedRendition, segmentsByName } from './rendition.js';
import { RenditionRepository } from './rendition.repository.js';

/**
 * Time that a rendition is cached, in milliseconds. A deleted or deactivated trailer stays playable for that long.
 */
const CACHE_MS = 5000;
/** Maximum number of cached renditions, enough for a few trailers in all sizes. */
const MAX_CACHED = 64;

/** A rendition with its segments by name. */
export interface RecentRendition extends SegmentedRendition {
  readonly byName: ReadonlyMap<string, IndexedSegment>;
}

interface CacheEntry {
  readonly expiresAt: number;
  readonly rendition: Promise<RecentRendition | undefined>;
}

/**
 * Caches recently requested renditions, which never change once published. Many viewers request the same
 * segments.
 */
@Injectable()
export class RecentRenditionsService {
  private readonly cache = new Map<string, CacheEntry>();

  constructor(private readonly renditions: RenditionRepository) {}

  find(renditionId: string): Promise<RecentRendition | undefined> {
    const now = performance.now();
    const cached = this.cache.get(renditionId);
    if (cached && now < cached.expiresAt) return cached.rendition;
    this.cache.delete(renditionId);
    const [oldest] = this.cache.keys();
    if (oldest !== undefined && this.cache.size >= MAX_CACHED) this.cache.delete(oldest);
    const entry = { expiresAt: now + CACHE_MS, rendition: this.read(renditionId) };
    this.cache.set(renditionId, entry);
    // Missing renditions and failures are not cached, because the next query may succeed.
    const evict = () => {
      if (this.cache.get(renditionId) === entry) this.cache.delete(renditionId);
    };
    entry.rendition.then((rendition) => rendition ?? evict(), evict);
    return entry.rendition;
  }

  private async read(renditionId: string): Promise<RecentRendition | undefined> {
    const rendition = await this.renditions.find(renditionId);
    return rendition && { ...rendition, byName: segmentsByName(rendition.segments) };
  }
}
