import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/use-document-title.js';
import { LanguageMenu } from './language-menu.js';

interface AdminMainProps {
  title: string;
  /** Content of the heading, if it is not the title alone. */
  heading?: ReactNode;
  /** False while the page is mounted but hidden. */
  shown: boolean;
  /** Beside the heading; below it on narrow screens. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Heading and content of a page of the admin area. */
export function AdminMain({ title, heading: content = title, shown, aside, children }: AdminMainProps) {
  const heading = useDocumentTitle(title, shown);
  return (
    <main className="mx-auto grid w-full max-w-[82rem] flex-1 content-start gap-5 px-3 py-6 sm:px-8 sm:py-10">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 px-1">
        <h1 ref={heading} tabIndex={-1} className="title-wide text-3xl sm:text-4xl">
          {content}
        </h1>
        {aside}
      </div>
      {children}
      <LanguageMenu />
    </main>
  );
}
