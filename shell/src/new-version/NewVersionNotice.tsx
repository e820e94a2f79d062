import { Box, Button } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { RefreshCw } from 'lucide-react';
import { Notice } from '../Notice.tsx';
import { isShellDeleted, useReleases } from '../remote-loading/release-records.ts';

/**
 * Says that the page needs a newer shell to continue. The person decides when to reload, since a reload
 * loses what was entered.
 */
export function NewVersionNotice() {
  const isReady = useReleases(isShellDeleted, () => false);
  return (
    // Always mounted, since screen readers announce changes in existing elements only.
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
