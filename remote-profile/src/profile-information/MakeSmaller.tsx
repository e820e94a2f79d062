import { Button, Flex, Text } from '@kargo/shared-runtime/ui';
import { useState } from 'react';
import { makeSmaller } from './make-smaller.ts';

interface MakeSmallerProps {
  image: File;
  onDone: (smaller: File) => void;
}

/** Follows the error that an image is too large. */
export function MakeSmaller({ image, onDone }: MakeSmallerProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

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
        {state === 'busy' && 'Making it smaller…'}
        {state === 'failed' && "That didn't work. Choose another image."}
      </Text>
    </Flex>
  );
}
