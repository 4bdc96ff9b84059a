import { Brand } from './brand.js';
import { LanguageMenu } from './language-menu.js';

/** Shows the header of the gate, and of screens that only show a message. */
export function GateHeader() {
  return (
    // As high as the menu, which loads later.
    <header className="box-content flex min-h-11 items-center justify-between gap-3 py-5 sm:py-7 low:py-3">
      <Brand />
      <LanguageMenu />
    </header>
  );
}
