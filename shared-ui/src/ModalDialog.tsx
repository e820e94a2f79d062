import { css, cx } from '@kargo/shared-runtime/styles';
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react';

interface ModalDialogProps extends ComponentProps<'dialog'> {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus
 * back. A click outside closes it too, unless it is an alert. Name it with `aria-labelledby`.
 */
export function ModalDialog({ className, isOpen, onClose, ...box }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next paint, by which a closed dialog may have lost its content.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  // The dialog has no padding or border: a click on the element itself is on the backdrop.
  const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  // A selection that began inside also ends with a click.
  const beganBeside = useRef(false);
  const closeFromBackdrop = (event: MouseEvent) => {
    if (isBeside(event) && beganBeside.current && box.role !== 'alertdialog') onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className={cx(surfaceStyle, className)}
      // Not for `close()` above.
      onClose={() => isOpen && onClose()}
      onMouseDown={(event) => (beganBeside.current = isBeside(event))}
      onClick={closeFromBackdrop}
      {...box}
    />
  );
}

const surfaceStyle = css({
  _byDefault: {
    m: 'auto',
    w: 'calc(100% - 2rem)',
    color: 'ink.900',
    bg: 'paper',
    borderRadius: 'panel',
    boxShadow: 'l',
    outline: '1px solid transparent',
    '&::backdrop': { bg: 'rgb(18 11 46 / 0.6)' },
  },
});
