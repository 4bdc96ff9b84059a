import { FileUp } from 'lucide-react';
import type { InputHTMLAttributes, Ref } from 'react';
import { useMessages } from '../../messages/use-messages.js';
import { inputVariants } from './field.js';

type FileInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  file: File | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Shows a styled field under an invisible native file input, which handles focus, keyboard and drag and drop. */
export function FileInput({ file, ...rest }: FileInputProps) {
  const t = useMessages();
  return (
    <div className="relative">
      <input {...rest} type="file" className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0" />
      <div
        aria-hidden="true"
        className={`${inputVariants} flex items-center gap-3 py-1.5! pe-1.5! peer-hover:border-muted peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-primary-bright peer-aria-invalid:border-destructive`}
      >
        <FileUp className="size-4.5 shrink-0 text-muted" />
        <span className={`min-w-0 flex-1 ${file ? 'truncate' : 'leading-tight text-muted'}`}>
          {file?.name ?? t.common.noFile}
        </span>
        <span className="shrink-0 rounded-lg bg-white/10 px-3.5 py-1.5 text-[0.95rem] font-medium">
          {t.common.browse}
        </span>
      </div>
    </div>
  );
}
