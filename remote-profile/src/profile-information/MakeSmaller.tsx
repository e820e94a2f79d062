import { Button, Flex, Text } from '@kargo/shared-runtime/ui';
import { useState } from 'react';
import { examine } from '../forms/picture-file.ts';
import { DrawingBlocked, makeSmaller } from './make-smaller.ts';

const busy = 'Making it smaller…';

/** Follows the error that an image is too large. */
export function MakeSmaller({ image, onDone }: { image: File; onDone: (smaller: File) => void }) {
  const [note, setNote] = useState('');

  async function start() {
    if (note === busy) return;
    setNote(busy);
    try {
      onDone(await makeSmaller(image));
      // The same file may have been chosen again meanwhile.
      setNote('');
    } catch (error) {
      console.warn('The image could not be made smaller:', error);
      setNote(await reasonFor(image, error));
    }
  }

  return (
    <Flex align="center" gap="3" wrap="wrap" mt="3">
      <Button variant="outline" size="sm" aria-disabled={note === busy} onClick={start}>
        Make it smaller
      </Button>
      <Text role="status" textStyle="small" color="ink.600">
        {note}
      </Text>
    </Flex>
  );
}

async function reasonFor(image: File, error: unknown): Promise<string> {
  if (error instanceof DrawingBlocked)
    return "Your browser doesn't let pages redraw pictures. Choose another image.";
  return (await examine(image)).hint ?? "That didn't work. Choose another image.";
}
