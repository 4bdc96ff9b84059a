import { useQuery } from '@tanstack/react-query';
import { Captions } from 'lucide-react';
import { Panel } from '../../../components/ui/panel.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { hasCode } from '../../../lib/http-error.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { AddCaptions } from './add-captions.js';
import { CaptionsList } from './captions-list.js';

/** Shows the captions of the active trailer, and the form to add more. */
export function CaptionsSection({ unlocked }: { unlocked: boolean }) {
  const messages = useUploadPageMessages();
  const t = messages.captions;
  const query = useQuery({ ...activeTrailerQuery, enabled: unlocked });
  const trailer = query.data;
  const hasNoTrailer = !trailer && hasCode(query.error, 'NO_ACTIVE_TRAILER');
  return (
    <Panel quiet title={t.title} icon={<Captions aria-hidden="true" />}>
      {trailer && (
        <>
          <CaptionsList trailer={trailer} />
          <AddCaptions key={trailer.id} trailer={trailer} />
        </>
      )}
      {query.isLoading && (
        <p role="status" className="text-muted">
          {messages.common.loading}
        </p>
      )}
      {hasNoTrailer && <p className="text-muted">{t.noTrailer}</p>}
      {query.isError && !trailer && !hasNoTrailer && (
        // No retry button: the description section loads the same trailer and has one.
        <p role="alert" className="text-[0.95rem]">
          {t.unreadable}
        </p>
      )}
    </Panel>
  );
}
