import { useMessages } from '../../messages/use-messages.js';

/** Shows the portal's logo, name and tagline. */
export function Brand() {
  const t = useMessages();
  return (
    <div className="starless flex w-fit items-center gap-3 max-[26rem]:gap-2 max-[21.5rem]:gap-1.5">
      <svg
        viewBox="0 0 40 40"
        className="size-10 shrink-0 max-[26rem]:size-8 max-[21.5rem]:size-7"
        fill="none"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="18.5" stroke="var(--color-primary)" strokeOpacity=".45" />
        <circle cx="20" cy="20" r="13" stroke="var(--color-primary)" strokeWidth="1.75" />
        <path d="M17 14.4v11.2l9-5.6z" fill="var(--color-primary)" />
      </svg>
      <div className="grid leading-tight">
        <span className="title-wide text-[1.02rem] max-[26rem]:text-[0.88rem] leading-tight">
          {t.brand.name}
        </span>
        <span className="text-[0.8rem] text-muted">{t.brand.tagline}</span>
      </div>
    </div>
  );
}
