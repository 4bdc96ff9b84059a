import { Suspense } from 'react';
import { BlockOrUnblockDialog } from '../features/access/lazy-components.js';
import { AudienceScreen } from '../features/audience/components/audience-screen.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Who watched how much: overview, people, one person, engagement of a version (docs/product.md#audience). */
export default function AudiencePage({ unlocked }: AdminAreaPageProps) {
  return (
    <AudienceScreen
      unlocked={unlocked}
      renderBlockDialog={(props) => (
        <Suspense>
          <BlockOrUnblockDialog {...props} />
        </Suspense>
      )}
    />
  );
}
