import { RefreshCw } from 'lucide-react';
import { Box, Button, Icon } from 'shared-runtime/ui';
import { Notice } from '../Notice.tsx';
import { useNewVersion } from './new-version.ts';

/**
 * Says that the page needs another version of the shell to go on. When to load it is the person's to
 * say: what was entered would be lost.
 */
export function NewVersionNotice() {
  const isReady = useNewVersion();
  return (
    // Always there, since screen readers announce what changes in an element that they know.
    <Box aria-live="polite">
      {isReady && (
        <Notice as="div">
          <Icon asChild boxSize="1.25rem" flexShrink={0} color="lime">
            <RefreshCw aria-hidden strokeWidth={1.75} />
          </Icon>
          A new version is ready.
          <Button size="sm" variant="lime" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Notice>
      )}
    </Box>
  );
}
