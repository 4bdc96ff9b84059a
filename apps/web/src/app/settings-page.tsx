import { Gate } from '../features/gate/components/gate-screen.js';
import { GatePreview } from '../features/settings/components/gate-preview.js';
import { SettingsScreen } from '../features/settings/components/settings-screen.js';
import { GateImageUpload } from '../features/upload/components/gate-image-upload.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** The settings of the portal, with a preview of the gate (docs/product.md#upload-page). */
export default function SettingsPage({ unlocked, onUnsaved }: AdminAreaPageProps) {
  return (
    <SettingsScreen
      unlocked={unlocked}
      onUnsaved={onUnsaved}
      renderUpload={(kind, onUploaded) => <GateImageUpload kind={kind} onUploaded={onUploaded} />}
      renderPreview={(form) => (
        <GatePreview form={form}>
          <Gate />
        </GatePreview>
      )}
    />
  );
}
