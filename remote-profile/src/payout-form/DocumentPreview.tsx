import { button, css, cx } from '@kargo/shared-runtime/styles';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ModalDialog } from '@kargo/shared-ui/ModalDialog';
import { useLatch } from '@kargo/shared-ui/useLatch';
import { Maximize2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useObjectUrl } from '../forms/useObjectUrl.ts';

interface DocumentPreviewProps {
  document: File;
  className: string;
}

/** The chosen document, large enough to see whether it is legible; nothing for other files. */
export function DocumentPreview({ document, className }: DocumentPreviewProps) {
  const [isLarger, setLarger] = useState(false);
  const wasLarger = useLatch(isLarger);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = useObjectUrl(document);
  if (!url || url === brokenUrl) return null;
  return (
    <>
      <button className={cx(openerStyle, className)} type="button" onClick={() => setLarger(true)}>
        <img
          className={css({ flex: '1', minH: '0', w: 'full', objectFit: 'contain' })}
          src={url}
          alt={`Preview of ${document.name}`}
          onError={() => setBrokenUrl(url)}
        />
        <span
          className={css({
            display: 'flex',
            alignItems: 'center',
            gap: '2',
            color: 'violet.700',
            textStyle: 'label',
          })}
        >
          <LineIcon of={Maximize2} className={css({ boxSize: '1rem' })} />
          Open larger
        </span>
      </button>
      {wasLarger && (
        <LargePicture
          name={document.name}
          url={url}
          isOpen={isLarger}
          onClose={() => setLarger(false)}
        />
      )}
    </>
  );
}

interface LargePictureProps {
  name: string;
  url: string;
  isOpen: boolean;
  onClose: () => void;
}

function LargePicture({ name, url, isOpen, onClose }: LargePictureProps) {
  const id = useId();
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={id}
      className={css({ maxW: '72rem', maxH: 'calc(100dvh - 2rem)', p: { base: '4', md: '6' } })}
    >
      <div
        className={css({
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: '4',
        })}
      >
        <h2 className={css({ textStyle: 'title', overflowWrap: 'anywhere' })} id={id}>
          {name}
        </h2>
        <button
          type="button"
          className={button({ variant: 'outline', size: 'sm' })}
          onClick={onClose}
        >
          Close
        </button>
      </div>
      <section
        className={css({ mt: '4', maxH: 'calc(100dvh - 9rem)', overflow: 'auto' })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it for those who have no pointer
        tabIndex={0}
        aria-labelledby={id}
      >
        <img className={css({ w: 'max(100%, 48rem)', maxW: 'none' })} src={url} alt="" />
      </section>
    </ModalDialog>
  );
}

const openerStyle = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '2',
  w: 'full',
  p: '2',
  mt: '4',
  bg: 'mist',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'input',
  cursor: 'zoom-in',
  _hover: { borderColor: 'line.strong' },
});
