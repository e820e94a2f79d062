import { css } from '@kargo/shared-runtime/styles';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

interface FileDropProps {
  onPick: (file: File) => void;
  children: ReactNode;
}

/** An area that takes a dropped file. A file that is dropped elsewhere is ignored. */
export function FileDrop({ onPick, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  useEffect(refuseFilesElsewhere, []);

  function dragOver(event: DragEvent) {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  }

  function dragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  }

  function drop(event: DragEvent) {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onPick(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input in it does the same
    <div
      className={css({
        w: 'full',
        p: '4',
        border: '1px dashed',
        borderColor: 'line.strong',
        borderRadius: 'input',
        '[data-invalid] > &': { borderColor: 'danger' },
        '&&[data-over]': {
          bg: 'lilac',
          borderStyle: 'solid',
          borderColor: 'violet.600',
          outline: '1px solid',
          outlineColor: 'violet.600',
        },
      })}
      onDragOver={dragOver}
      onDragLeave={dragLeave}
      onDrop={drop}
      data-over={isOver || undefined}
    >
      {children}
    </div>
  );
}

/** Otherwise browsers replace the page with a file that misses its field. */
function refuseFilesElsewhere(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}

/** Text can still be dragged into fields. */
function carriesFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files');
}
