import type { GateModeView } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { gateModeQuery } from '../../api/gate-mode.js';
import { RadioGroup } from '../fields/radio-group.js';
import { type GateChoice, GateDialog } from './gate-dialog.js';

/** Shows and changes who may pass the gate. */
export function GateSection({ unlocked }: { unlocked: boolean }) {
  const t = useAccessPageMessages().access.gate;
  const query = useQuery({ ...gateModeQuery, enabled: unlocked });
  return (
    <Panel title={t.title} icon={<DoorOpen aria-hidden="true" />}>
      {query.data ? (
        <GateForm view={query.data} onLoadAgain={() => void query.refetch()} />
      ) : query.isError ? (
        <LoadFailed text={t.failed} query={query} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function GateForm({ view, onLoadAgain }: { view: GateModeView; onLoadAgain: () => void }) {
  const t = useAccessPageMessages().access.gate;
  const [chosen, setChosen] = useState<Partial<GateChoice>>({});
  const [isOpen, setOpen] = useState(false);
  /** Version of the settings before the choice was applied. */
  const [appliedTo, setAppliedTo] = useState<number>();
  // Keeps the choice until the new settings arrive. Otherwise the button is disabled when the dialog returns the focus.
  if (appliedTo !== undefined && appliedTo !== view.version) {
    setAppliedTo(undefined);
    setChosen({});
  }
  const { gateMode, invitationProof } = { ...view, ...chosen };
  const isChanged =
    gateMode !== view.gateMode || (gateMode !== 'open' && invitationProof !== view.invitationProof);
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <RadioGroup
          legend={t.legend}
          options={t.modes}
          value={gateMode}
          disabled={view.locked}
          onChange={(mode) => setChosen({ ...chosen, gateMode: mode })}
        />
        {gateMode !== 'open' && (
          <RadioGroup
            legend={t.proofLegend}
            options={t.proofs}
            value={invitationProof}
            disabled={view.locked}
            onChange={(proof) => setChosen({ ...chosen, invitationProof: proof })}
            className="content-start"
          />
        )}
      </div>
      {view.locked ? (
        <p className="text-muted">{t.locked}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {/* The proof of visitors who have entered can also be required later. */}
          <Button disabled={!isChanged && view.gateMode === 'open'} onClick={() => setOpen(true)}>
            {t.change}
          </Button>
          <p role="status" className="text-[0.95rem] text-muted">
            {isChanged ? t.notApplied : t.unchanged}
          </p>
        </div>
      )}
      {isOpen && (
        <GateDialog
          view={view}
          choice={{ gateMode, invitationProof }}
          onChanged={() => {
            setAppliedTo(view.version);
            setOpen(false);
          }}
          onLoadAgain={() => {
            setOpen(false);
            onLoadAgain();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
