import { Link } from '@kargo/shared-runtime/router';
import { button, css } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { useCallback, useEffect, useState } from 'react';
import { Notice } from '../Notice.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import { remoteOf } from '../routes.ts';
import { retryScreen } from './prerendered-screen.ts';
import { prerenderedGivenUp } from './release-transitions.ts';

/** Shows the prerendered HTML of a screen whose code did not load, with a note that says so. */
export function StuckScreen({ id }: { id: ScreenId }) {
  // React removes elements that it has not hydrated, so they move into a box it does not manage.
  const [rendered] = useState(() => document.querySelector(`[data-remote=${remoteOf(id)}]`));
  const keep = useCallback(
    (box: Element | null) => box?.replaceChildren(...(rendered ? [rendered] : [])),
    [rendered],
  );
  // After unmounting the HTML is gone, and the screen is rendered like any other.
  useEffect(() => () => prerenderedGivenUp(id, 'replaced'), [id]);
  async function tryAgain() {
    await retryScreen(id);
    // The button is gone, unless loading failed again.
    if (document.activeElement === document.body) focusHeading('[data-remote] h1');
  }
  return (
    <>
      {/* Without a class, since its styles may not have loaded. */}
      <div ref={keep} style={{ display: 'contents' }} />
      <Notice role="alert" data-testid="remote-unavailable" data-surface="dark">
        <div
          className={css({
            display: 'flex',
            flexDirection: { base: 'column', lg: 'row' },
            alignItems: { lg: 'center' },
            gap: '3',
          })}
        >
          <div>
            <h2 className={css({ textStyle: 'small', fontWeight: '650' })}>
              This part of Kargo didn't load
            </h2>
            <p>Your connection may have dropped, or we've just updated the site.</p>
          </div>
          <div className={css({ display: 'flex', gap: '2', flexShrink: 0 })}>
            <button
              type="button"
              className={button({ size: 'sm', variant: 'lime' })}
              onClick={tryAgain}
            >
              Try again
            </button>
            <Link className={button({ size: 'sm', variant: 'outline-dark' })} to={paths.home()}>
              Go to home
            </Link>
          </div>
        </div>
      </Notice>
    </>
  );
}
