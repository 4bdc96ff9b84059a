import type { EntityManager } from 'typeorm';
import { releaseSegments } from '../storage/object-claims.queries.js';
import { RenditionEntity } from './rendition.entity.js';

/** Removes the renditions of a trailer, and releases their objects to the sweep. */
export async function removeRenditions(manager: EntityManager, trailerId: string): Promise<void> {
  await releaseSegments(manager, trailerId);
  await manager.delete(RenditionEntity, { trailerId });
}
