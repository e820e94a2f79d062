import { Button, Flex, Text } from '@kargo/shared-runtime/ui';
import { useState } from 'react';
import { makeSmaller } from './make-smaller.ts';

const notes = {
  idle: null,
  busy: 'Making it smaller…',
  failed: "That didn't work. Choose another image.",
};

interface MakeSmallerProps {
  image: File;
  onDone: (smaller: File) => void;
}

/** Follows the error that an image is too large. */
export function MakeSmaller({ image, onDone }: MakeSmallerProps) {
  const [state, setState] = useState<keyof typeof notes>('idle');

  async function start() {
    if (state === 'busy') return;
    setState('busy');
    try {
      onDone(await makeSmaller(image));
    } catch (error) {
      console.warn('The image could not be made smaller:', error);
      setState('failed');
    }
  }

  return (
    <Flex align="center" gap="3" wrap="wrap" mt="3">
      <Button variant="outline" size="sm" aria-disabled={state === 'busy'} onClick={start}>
        Make it smaller
      </Button>
      <Text role="status" textStyle="small" color="ink.600">
        {notes[state]}
      </Text>
    </Flex>
  );
}
