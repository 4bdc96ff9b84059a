import { type ComponentType, useEffect, useState } from 'react';
import { usePortalConfig } from '../../lib/api/portal-config.js';
import type { LanguageSelectProps } from './language-select.js';

/** Shows the menu of languages, if the portal offers more than one (docs/product.md#languages). */
export function LanguageMenu() {
  const offered = usePortalConfig().data?.languages ?? [];
  const hasChoice = offered.length > 1;
  const [Select, setSelect] = useState<ComponentType<LanguageSelectProps>>();
  useEffect(() => {
    if (!hasChoice) return;
    // The page can be used without the menu.
    import('./language-select.js')
      .then((loaded) => setSelect(() => loaded.LanguageSelect))
      .catch(() => undefined);
  }, [hasChoice]);
  return hasChoice && Select ? <Select offered={offered} /> : null;
}
