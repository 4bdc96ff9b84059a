import { notice } from '@secure-preview/contracts';
import { isPortalKey } from '../storage/object-key.js';
import type { ListedObject, ObjectStore } from '../storage/object-store.js';
import { type Finding, type KeptObject, type Outcome, type Verification, YOUNG_SECONDS } from './finding.js';
import type { VerificationRepository } from './verification.repository.js';

/** Concurrent requests for objects. */
const CONCURRENCY = 20;
const LOST = notice('PARTS_LOST');
const WRONG_BUCKET =
  'None of the objects in this bucket are known to the database: the bucket or the database may belong to another portal. Nothing was changed.';
const EMPTY_BUCKET =
  'The bucket holds none of the objects that the database lists: it may be the wrong bucket (S3_BUCKET, S3_ENDPOINT), or its disk may not be mounted. Nothing was changed. If the objects are lost, run: portal verify-storage --repair --accept-loss';

interface Bucket {
  readonly present: ReadonlySet<string>;
  readonly strays: readonly ListedObject[];
  readonly known: number;
  readonly foreign: number;
}

/** Compares the stored objects with the database while the portal is running. */
export class StorageVerification {
  constructor(
    private readonly store: ObjectStore,
    private readonly rows: VerificationRepository,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param options.acceptLoss whether to repair even if the bucket holds none of the kept objects */
  async run(options: { repair: boolean; acceptLoss?: boolean }): Promise<Verification> {
    // Reads the bucket first: rows are written before their objects, so a new object is never a stray.
    const bucket = await this.readBucket();
    const kept = await this.rows.kept();
    const findings: Finding[] = [
      ...(await this.strays(bucket.strays)),
      ...(await this.missing(kept, bucket.present)),
      ...(await this.returned(bucket.present)),
    ];
    const rejection = wrongBucketReason(bucket, kept, options.acceptLoss ?? false);
    const repair = options.repair && rejection === undefined;
    const outcomes: { finding: Finding; outcome: Outcome }[] = [];
    for (const finding of findings) {
      outcomes.push({ finding, outcome: repair ? await this.repair(finding) : 'left' });
    }
    return {
      objects: bucket.present.size,
      foreign: bucket.foreign,
      findings: outcomes,
      refusal: options.repair ? rejection : undefined,
    };
  }

  private async readBucket(): Promise<Bucket> {
    const present = new Set<string>();
    const strays: ListedObject[] = [];
    let [known, foreign] = [0, 0];
    for await (const page of this.store.list()) {
      for (const { key } of page) present.add(key);
      const portalObjects = page.filter(({ key }) => isPortalKey(key));
      foreign += page.length - portalObjects.length;
      const rows = await this.rows.known(portalObjects.map(({ key }) => key));
      known += rows.size;
      strays.push(...portalObjects.filter(({ key }) => !rows.has(key)));
    }
    return { present, strays, known, foreign };
  }

  /**
   * Confirms that the candidates still exist. A sweep may have deleted an object and its row since the listing.
   */
  private async strays(candidates: readonly ListedObject[]): Promise<Finding[]> {
    const exists = await inBatches(
      candidates,
      async ({ key }) => (await this.store.facts(key)) !== undefined,
    );
    const youngest = this.now() - YOUNG_SECONDS * 1000;
    return candidates
      .filter((_, index) => exists[index])
      .map((object) => ({ kind: 'stray', object, old: object.modifiedAt.getTime() <= youngest }));
  }

  private async missing(kept: readonly KeptObject[], present: ReadonlySet<string>): Promise<Finding[]> {
    const isUnneeded = ({ renditionId, posterId, gateImageId, leakCaseId, sourceOf }: KeptObject) =>
      [renditionId, posterId, gateImageId, leakCaseId, sourceOf].every((user) => user === null);
    const candidates = kept.filter((object) => !isUnneeded(object) && !present.has(object.key));
    const exists = await inBatches(
      candidates,
      async ({ key }) => (await this.store.facts(key)) !== undefined,
    );
    const lostObjects = candidates.filter((_, index) => !exists[index]);
    return [
      ...kept
        .filter(isUnneeded)
        .map(({ key }): Finding => ({ kind: 'unneeded', key, seen: present.has(key) })),
      ...lostObjects.flatMap(({ posterId }): Finding[] =>
        posterId === null ? [] : [{ kind: 'poster', posterId }],
      ),
      ...lostObjects.flatMap(({ key, gateImageId }): Finding[] =>
        gateImageId === null ? [] : [{ kind: 'gateImage', key, imageId: gateImageId }],
      ),
      ...lostObjects.flatMap(({ key, leakCaseId }): Finding[] =>
        leakCaseId === null ? [] : [{ kind: 'clip', key, caseId: leakCaseId }],
      ),
      ...(await this.brokenTrailers(lostObjects)),
    ];
  }

  private async returned(present: ReadonlySet<string>): Promise<Finding[]> {
    const restored = (await this.rows.givenUp()).filter(({ keys }) => keys.every((key) => present.has(key)));
    return restored.map(({ id, title }) => ({ kind: 'returned', trailer: { id, title } }));
  }

  private async brokenTrailers(lostObjects: readonly KeptObject[]): Promise<Finding[]> {
    const broken = new Map<
      string,
      { renditions: Set<string>; segments: number; source: KeptObject | undefined }
    >();
    const entry = (id: string) => {
      const known = broken.get(id) ?? { renditions: new Set<string>(), segments: 0, source: undefined };
      broken.set(id, known);
      return known;
    };
    const trailers = new Map<string, string | undefined>();
    for (const object of lostObjects) {
      const { renditionId, sourceOf } = object;
      if (sourceOf !== null) entry(sourceOf).source = object;
      if (renditionId === null) continue;
      if (!trailers.has(renditionId)) {
        trailers.set(renditionId, await this.rows.trailerOfRendition(renditionId));
      }
      const trailerId = trailers.get(renditionId);
      if (trailerId === undefined) continue;
      const trailer = entry(trailerId);
      trailer.renditions.add(renditionId);
      trailer.segments += 1;
    }
    const findings: Finding[] = [];
    for (const [id, { renditions, segments, source }] of broken) {
      const trailer = await this.rows.trailer(id);
      if (trailer === undefined) continue;
      const { title, active, needsSource, expired } = trailer;
      // This upload was kept only because of `KEEP_SOURCE`. If renditions are lost too, their repair covers the upload.
      if (source !== undefined && !needsSource && renditions.size === 0)
        findings.push({ kind: 'unneeded', key: source.key, seen: false });
      const sourceMissing = source !== undefined && needsSource;
      if (renditions.size === 0 && !sourceMissing) continue;
      const parts = { renditionIds: [...renditions], segments, sourceMissing, expired };
      findings.push({ kind: 'trailer', trailer: { id, title, active, ...parts } });
    }
    return findings;
  }

  private async repair(finding: Finding): Promise<Outcome> {
    switch (finding.kind) {
      case 'stray': {
        const { key } = finding.object;
        if (!finding.old || (await this.rows.known([key])).size > 0) return 'left';
        await this.store.delete(key);
        return 'deleted';
      }
      case 'unneeded':
        if (finding.seen) {
          await this.rows.release(finding.key);
          return 'released';
        }
        await this.rows.forget(finding.key);
        return 'forgotten';
      case 'poster':
        await this.rows.removePoster(finding.posterId);
        return 'forgotten';
      case 'gateImage':
      case 'clip':
        await this.rows.forget(finding.key);
        return 'forgotten';
      case 'returned':
        return this.rows.bringBack(finding.trailer.id);
      case 'trailer':
        // Nothing replaces lost evidence. The finding ends when the administrator deletes the version.
        if (finding.trailer.expired) return 'left';
        return this.rows.repair(finding.trailer, await this.hasSource(finding.trailer.id), LOST);
    }
  }

  private async hasSource(trailerId: string): Promise<boolean> {
    const trailer = await this.rows.trailer(trailerId);
    if (trailer === undefined) return false;
    const facts = await this.store.facts(trailer.sourceKey);
    return facts?.etag === trailer.sourceEtag;
  }
}

/** Returns why this may be the wrong bucket, in which every object would be missing. */
function wrongBucketReason(
  bucket: Bucket,
  kept: readonly KeptObject[],
  acceptLoss: boolean,
): string | undefined {
  if (bucket.known > 0) return undefined;
  if (bucket.strays.length > 0) return WRONG_BUCKET;
  return kept.length > 0 && !acceptLoss ? EMPTY_BUCKET : undefined;
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(work))));
  }
  return results;
}
