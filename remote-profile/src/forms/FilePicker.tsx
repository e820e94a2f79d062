import { button, css, cx } from '@kargo/shared-runtime/styles';
import { imageExtensions, imageMediaTypes } from '@kargo/shared-types/forms/limits';
import { useControl } from '@kargo/shared-ui/forms/FormField';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Upload } from 'lucide-react';
import type { ChangeEvent, ReactNode, Ref } from 'react';

/** Phones go by the media types, and convert their own formats to these. */
const accept = [...imageExtensions.map((extension) => `.${extension}`), ...imageMediaTypes].join();

interface FilePickerProps {
  ref?: Ref<HTMLInputElement>;
  onPick: (file: File) => void;
  children: ReactNode;
}

/** The browser's own file input, under a button of ours. Use it inside `FileDrop`. */
export function FilePicker({ ref, onPick, children }: FilePickerProps) {
  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Cleared, so that the same file can be picked again after it was fixed.
    target.value = '';
    if (file) onPick(file);
  }
  return (
    <div className={css({ display: 'flex', alignItems: 'center', gap: '3', flexWrap: 'wrap' })}>
      <div className={css({ position: 'relative', w: 'fit-content' })}>
        <input
          {...useControl()}
          ref={ref}
          onChange={pick}
          type="file"
          accept={accept}
          className={cx('peer', inputStyle)}
        />
        <span
          className={cx(
            button({ variant: 'outline', size: 'sm' }),
            css({
              _peerFocusVisible: {
                outline: '3px solid',
                outlineColor: 'violet.600',
                outlineOffset: '2px',
              },
              _peerHover: { bg: 'mist' },
            }),
          )}
          aria-hidden
        >
          <LineIcon of={Upload} className={css({ boxSize: '1.25rem' })} />
          <span>{children}</span>
        </span>
      </div>
      <p
        className={css({
          textStyle: 'small',
          color: 'ink.500',
          display: 'none',
          '@media (hover: hover) and (pointer: fine)': { display: 'block' },
        })}
      >
        or drop it here
      </p>
    </div>
  );
}

const inputStyle = css({
  position: 'absolute',
  inset: '0',
  opacity: 0,
  cursor: 'pointer',
  zIndex: 1,
  fontSize: '0',
});
