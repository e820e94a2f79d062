import { Link } from '@kargo/shared-runtime/router';
import { button } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { Interruption } from './Interruption.tsx';

export function NotFound() {
  return (
    <Interruption
      heading="This address isn't on our route"
      actions={
        <>
          <Link className={button()} to={paths.home()}>
            Home
          </Link>
          <Link className={button({ variant: 'outline' })} to={paths.support()}>
            Support
          </Link>
        </>
      }
    >
      The page may have moved, or there is a slip in the link.
    </Interruption>
  );
}
