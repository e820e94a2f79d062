import { Link } from 'shared-runtime/router';
import { Box, Button } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';
import { Interruption } from '../Interruption.tsx';

/** Stands where a remote's screen would, when that could not be loaded or failed. */
export function RemoteUnavailable({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <Box data-testid="remote-unavailable" role="alert">
      <Interruption
        heading="This part of Kargo didn't load"
        actions={
          <>
            <Button onClick={onTryAgain}>Try again</Button>
            <Button variant="outline" asChild>
              <Link to={paths.home()}>Go to home</Link>
            </Button>
          </>
        }
      >
        Your connection may have dropped, or we've just updated the site.
      </Interruption>
    </Box>
  );
}
