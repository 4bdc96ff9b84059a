import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Notice } from '../ui/notice.js';

/** Says that a list may be out of date, while its last request failed and earlier rows are shown. */
export function ListOutdated({ query }: { query: { isError: boolean; data: unknown } }) {
  const t = useUploadPageMessages().lists;
  if (!query.isError || query.data === undefined) return null;
  return (
    <Notice alarming>
      <p>{t.outdated}</p>
    </Notice>
  );
}
