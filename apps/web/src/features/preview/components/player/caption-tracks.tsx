import type { Caption } from '@secure-preview/contracts';

/** Renders the captions of a trailer as text tracks of the enclosing video. */
export function CaptionTracks({ captions }: { captions: readonly Caption[] }) {
  return captions.map(({ id, path, language, label }) => (
    <track key={id} data-captions={id} kind="subtitles" src={path} srcLang={language} label={label} />
  ));
}
