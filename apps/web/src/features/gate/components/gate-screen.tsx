import type { StoredPerson } from '@secure-preview/contracts';
import { Lock } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useEffect, useState } from 'react';
import { GateHeader } from '../../../components/layout/gate-header.js';
import { panelVariants } from '../../../components/ui/panel.js';
import { RetryBoundary } from '../../../components/ui/retry-boundary.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { rememberedCodeRequest } from '../../../lib/memory/code-request.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { useDocumentTitle } from '../../../lib/use-document-title.js';
import { whenIdle } from '../../../lib/when-idle.js';
import { useMessages } from '../../../messages/use-messages.js';
import { GateLogo, KeyArt, useGateArt } from './gate-art.js';
import { GateFooter } from './gate-footer.js';
import { GateForm, type GateFormProps } from './gate-form.js';

/** Limit after which even a busy page loads the next step, in milliseconds. */
const CODES_DEADLINE_MS = 3000;
const CodeStep = lazyComponent(() => import('./code/code-step.js'));
const EnterAgain = lazyComponent(() => import('./enter-again.js'));

/** What an invitation determines. */
interface Invited extends Required<Pick<GateFormProps, 'locked' | 'send'>> {
  person: StoredPerson;
}

interface GateScreenProps {
  invited?: Invited | undefined;
  /** The visitor, who must accept the terms again. */
  acceptAgain?: StoredPerson | undefined;
  /** The visitor, from whom the gate now requires a proof. */
  proofRequired?: StoredPerson | undefined;
}

/** The gate: visitors identify themselves before they see any content. */
export function GateScreen({ invited, acceptAgain, proofRequired }: GateScreenProps) {
  const t = useMessages();
  const heading = useDocumentTitle(t.gate.title);
  const [remembered, setRemembered] = useState<StoredPerson | undefined>(
    () => invited?.person ?? acceptAgain ?? proofRequired ?? rememberedGateFields.read(),
  );
  const [request, setRequest] = useState(() => (invited ? undefined : rememberedCodeRequest.read()));
  const mode = usePortalConfig().data?.gateMode;
  useEffect(() => {
    if (mode && mode !== 'open') return whenIdle(CodeStep.preload, CODES_DEADLINE_MS);
  }, [mode]);
  return (
    <Gate heading={heading} isAfterForm={request !== undefined}>
      {request ? (
        <Suspense fallback={<p role="status">{t.common.loading}</p>}>
          <CodeStep
            request={request}
            canChangeAddress={!invited}
            onRequest={setRequest}
            onBack={() => {
              setRemembered(request.form);
              setRequest(undefined);
            }}
          />
        </Suspense>
      ) : (
        <>
          {(acceptAgain || proofRequired) && (
            <RetryBoundary fallback={() => null}>
              <Suspense fallback={null}>
                <EnterAgain reason={acceptAgain ? 'acceptAgain' : 'proofRequired'} />
              </Suspense>
            </RetryBoundary>
          )}
          <GateForm
            remembered={remembered}
            locked={invited?.locked}
            send={invited?.send}
            onCodeRequest={setRequest}
          />
        </>
      )}
    </Gate>
  );
}

interface GateProps {
  heading?: Ref<HTMLHeadingElement>;
  /** Whether the form was sent. The lead-in asks to fill it in. */
  isAfterForm?: boolean;
  /** The present step. */
  children?: ReactNode;
}

/** The content of the gate. The settings page shows it as a preview. */
export function Gate({ heading, isAfterForm = false, children = <GateForm /> }: GateProps) {
  const t = useMessages().gate;
  const { logo, keyArt, companyName } = useGateArt();
  return (
    <div data-scene="horizon" className="mx-auto flex min-h-dvh max-w-[82rem] flex-col px-4 sm:px-8">
      {keyArt && <KeyArt key={keyArt} path={keyArt} />}
      <GateHeader />
      {/* Positioned from the top, so an error message never moves content up. */}
      <main className="mx-auto grid w-full max-w-[38rem] flex-1 content-start gap-x-20 gap-y-8 pt-[clamp(0.75rem,(100dvh-48rem)*0.4,8rem)] pb-10 lg:max-w-none lg:grid-cols-[minmax(0,1.1fr)_minmax(0,28rem)] lg:pt-[clamp(0.75rem,(100dvh-42rem)*0.45,12rem)]">
        <div className="starless grid animate-rise content-start gap-4 self-start lg:mt-20 lg:max-w-xl lg:gap-6 low:lg:mt-0">
          {logo && <GateLogo key={logo} path={logo} name={companyName} />}
          <h1
            ref={heading}
            tabIndex={-1}
            className="title-wide text-[clamp(1.9rem,4.9vw,4.4rem)] lg:text-[clamp(2rem,5.4vw,4.4rem)]"
          >
            {t.title}
          </h1>
          {!isAfterForm && <p className="max-w-xl text-lg text-pretty text-muted sm:text-xl">{t.subtitle}</p>}
        </div>
        <div className={`${panelVariants} grid w-full animate-rise gap-6 p-5 [animation-delay:90ms] sm:p-8`}>
          {children}
          <p className="flex items-start gap-3 border-t border-line pt-5 text-sm text-muted">
            <Lock className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden="true" />
            {t.note}
          </p>
        </div>
      </main>
      <GateFooter />
    </div>
  );
}
