import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { ListedObject } from '../object-store.js';

/** Lists a bucket page by page (ListObjectsV2). @param pageMs milliseconds for one page, retries included */
export async function* listObjects(
  client: S3Client,
  Bucket: string,
  pageMs: number,
): AsyncIterable<readonly ListedObject[]> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, ...(ContinuationToken ? { ContinuationToken } : {}) }),
      { abortSignal: AbortSignal.timeout(pageMs) },
    );
    yield (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
      Key === undefined || LastModified === undefined
        ? []
        : [{ key: Key, bytes: Size ?? 0, modifiedAt: LastModified }],
    );
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
}
