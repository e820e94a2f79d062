import type { MouseEvent } from 'react';
import { chakra } from 'shared-runtime/ui';

/** The first stop of the keyboard: past header and menu, to what the page is about. */
export function SkipLink() {
  // Without a script the link works too; with one the address stays as it is.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link within the page, and works as one without a script
    <chakra.a
      href="#content"
      onClick={skip}
      position="fixed"
      top="3"
      left="3"
      px="6"
      py="3"
      bg="violet.600"
      color="white"
      fontWeight={600}
      borderRadius="button"
      zIndex="skipLink"
      translate="0 -200%"
      _focusVisible={{ translate: '0 0' }}
    >
      Skip to content
    </chakra.a>
  );
}
