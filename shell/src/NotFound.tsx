import { Link } from '@kargo/shared-runtime/router';
import { Button } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { Interruption } from './Interruption.tsx';

export function NotFound() {
  return (
    <Interruption
      heading="This address isn't on our route"
      actions={
        <>
          <Button asChild>
            <Link to={paths.home()}>Home</Link>
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.support()}>Support</Link>
          </Button>
        </>
      }
    >
      The page may have moved, or there is a slip in the link.
    </Interruption>
  );
}
