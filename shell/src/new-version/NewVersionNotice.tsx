import { RefreshCw } from 'lucide-react';
import { Box, Button } from 'shared-runtime/ui';
import { LineIcon } from 'shared-ui/LineIcon';
import { Notice } from '../Notice.tsx';
import { isShellDeleted, useReleases } from '../remote-loading/release-records.ts';

/**
 * Says that the page needs another version of the shell to go on. The person decides when to
 * reload, since what was entered is lost then.
 */
export function NewVersionNotice() {
  const isReady = useReleases(isShellDeleted, () => false);
  return (
    // Always there, since screen readers announce what changes in an element that they know.
    <Box aria-live="polite">
      {isReady && (
        <Notice as="div">
          <LineIcon of={RefreshCw} boxSize="1.25rem" color="lime" />A new version is ready.
          <Button size="sm" variant="lime" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Notice>
      )}
    </Box>
  );
}
