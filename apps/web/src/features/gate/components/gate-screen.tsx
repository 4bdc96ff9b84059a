import { Lock } from 'lucide-react';
import { Brand } from '../../../components/layout/brand.js';
import { panelLook } from '../../../components/ui/panel.js';
import { useScreen } from '../../../lib/screen.js';
import { messages } from '../../../messages/index.js';
import { GateForm } from './gate-form.js';

const words = messages.gate;

/** What an unknown visitor sees: who they are is asked before anything is shown. */
export function GateScreen() {
  const heading = useScreen(words.title);
  return (
    <div data-scene="horizon" className="mx-auto flex min-h-dvh max-w-[82rem] flex-col px-4 sm:px-8">
      <header className="py-5 sm:py-7">
        <Brand />
      </header>
      <main className="grid flex-1 items-center gap-x-20 gap-y-8 pt-4 pb-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,28rem)] lg:pb-24">
        <div className="grid max-w-2xl animate-rise gap-4 lg:gap-6">
          <h1 ref={heading} tabIndex={-1} className="title-wide text-[clamp(2rem,5.4vw,4.4rem)]">
            {words.title}
          </h1>
          <p className="max-w-xl text-lg text-pretty text-mist sm:text-xl">{words.subtitle}</p>
        </div>
        <div
          className={`${panelLook} grid w-full max-w-xl animate-rise gap-6 p-5 backdrop-blur-lg [animation-delay:90ms] sm:p-8`}
        >
          <GateForm />
          <p className="flex items-start gap-3 border-t border-line pt-5 text-sm text-mist">
            <Lock className="mt-0.5 size-4 shrink-0 text-lamp" aria-hidden="true" />
            {words.note}
          </p>
        </div>
      </main>
    </div>
  );
}
