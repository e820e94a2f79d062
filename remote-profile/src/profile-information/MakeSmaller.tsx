import { button, css } from '@kargo/shared-runtime/styles';
import { useState } from 'react';
import { examine } from '../forms/picture-file.ts';
import { DrawingBlocked, makeSmaller } from './make-smaller.ts';

const busy = 'Making it smaller…';

interface MakeSmallerProps {
  image: File;
  /** `hasFocus` tells whether the driver has not gone on meanwhile. */
  onDone: (smaller: File, hasFocus: boolean) => void;
}

/** Follows the error that an image is too large. */
export function MakeSmaller({ image, onDone }: MakeSmallerProps) {
  const [note, setNote] = useState('');

  async function start() {
    if (note === busy) return;
    setNote(busy);
    const focused = document.activeElement;
    try {
      const smaller = await makeSmaller(image);
      onDone(smaller, document.activeElement === focused);
      // The same file may have been chosen again in the meantime.
      setNote('');
    } catch (error) {
      console.warn('The image could not be made smaller:', error);
      setNote(await reasonFor(image, error));
    }
  }

  return (
    <div
      className={css({
        display: 'flex',
        alignItems: 'center',
        gap: '3',
        flexWrap: 'wrap',
        mt: '3',
      })}
    >
      <button
        type="button"
        className={button({ variant: 'outline', size: 'sm' })}
        aria-disabled={note === busy}
        onClick={start}
      >
        Make it smaller
      </button>
      <p className={css({ textStyle: 'small', color: 'ink.600' })} role="status">
        {note}
      </p>
    </div>
  );
}

async function reasonFor(image: File, error: unknown): Promise<string> {
  if (error instanceof DrawingBlocked)
    return "Your browser doesn't let pages redraw pictures. Choose another image.";
  return (await examine(image)).hint ?? "That didn't work. Choose another image.";
}
