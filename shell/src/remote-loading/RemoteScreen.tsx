import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { container, css, cx } from '@kargo/shared-runtime/styles';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { WithContactLink } from '@kargo/shared-ui/WithContactLink';
import {
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { replayClicks } from '../click-replay.ts';
import { putBackEntries } from '../entries.ts';
import { MovedNodesBoundary } from '../MovedNodesBoundary.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { report } from '../reports/report.ts';
import { type Ground, type Route, remoteOf, siteName } from '../routes.ts';
import { giveUp } from './give-up.ts';
import { LeavingBoundary } from './LeavingBoundary.tsx';
import { Pending, PendingNote } from './Pending.tsx';
import { preparationOf } from './prepare-navigation.ts';
import { usePrerenderedState } from './prerendered-screen.ts';
import { RemoteUnavailable } from './RemoteUnavailable.tsx';
import { retryRemote } from './release-map.ts';
import { StuckScreen } from './StuckScreen.tsx';
import { didNotLoad, screenComponent } from './screen-component.ts';
import { chosenRelease, releasesOf, runningShell, useReleases } from './tracked-releases.ts';

type RemoteScreenProps = Pick<Route, 'ground' | 'isForm'> & { id: ScreenId };

/**
 * A remote's screen in its own error boundary: its failures do not affect the layout.
 *
 * @param ground background colour at the top of the screen
 * @param isForm whether the screen is useless without its code
 */
export function RemoteScreen({ id, ground = 'paper', isForm }: RemoteScreenProps) {
  const state = usePrerenderedState(id);
  const [isPending, setPending] = useState(false);
  useView(id);
  if (state === 'stuck' && !isForm) return <StuckScreen id={id} />;
  return (
    <>
      {isForm && (
        <noscript>
          <div className={cx(container(), css({ py: '4', bg: 'amber', fontWeight: '600' }))}>
            <WithContactLink>
              {'This form needs JavaScript. You can still write to {contactEmail}.'}
            </WithContactLink>
          </div>
        </noscript>
      )}
      <ScreenBoundary key={state} id={id} ground={ground} onPending={setPending} />
      {isPending && <PendingNote />}
    </>
  );
}

/** While a canary runs, reports which release's screen is shown, even if it then fails. */
function useView(id: ScreenId): void {
  // As of this render: a screen that fails in it gives way before any effect runs.
  const tried = useMemo(() => [chosenRelease(remoteOf(id)), runningShell()], [id]);
  useEffect(() => {
    for (const release of tried) {
      if (release && releasesOf(release.app)[0]?.isCounted) report((it) => it.shown(release));
    }
  }, [tried]);
}

/** Memoized, because another render would remove HTML that is not hydrated yet. */
const ScreenBoundary = memo(function ScreenBoundary({ id, ground, onPending }: BoundaryProps) {
  const pending = <Pending ground={ground} onChange={onPending} />;
  return (
    <Suspense fallback={pending}>
      <ScreenOfRelease id={id} ground={ground} pending={pending} />
    </Suspense>
  );
});

interface BoundaryProps {
  id: ScreenId;
  ground: Ground;
  onPending: (isPending: boolean) => void;
}

type ScreenOfReleaseProps = Pick<BoundaryProps, 'id' | 'ground'> & { pending: ReactNode };

/** Renders the screen from a release, or the next one if that fails, or offers to try again. */
function ScreenOfRelease({ id, ground, pending }: ScreenOfReleaseProps) {
  const remote = remoteOf(id);
  const preparation = preparationOf(useLocationAtOnce().key);
  if (preparation) use(preparation);
  const release = useReleases(() => chosenRelease(remote));
  const current = release && `${id} of ${remote} ${release.version}`;
  const shown = useSeen(current);
  const title = <PageTitle>{screenTitle(id, release)}</PageTitle>;
  if (!release) {
    return (
      <>
        {title}
        <RemoteUnavailable ground={ground} onTryAgain={() => retryRemote(remote)} />
      </>
    );
  }

  const Screen = screenComponent(id, release);
  return shown.map((each) => (
    <LeavingBoundary key={each} name={each} isCurrent={each === current}>
      <ErrorBoundary
        fallback={pending}
        onError={(error) => giveUp(release, error, !didNotLoad(error))}
      >
        <MovedNodesBoundary
          place={each}
          message={(tryAgain) => (
            <>
              {title}
              <RemoteUnavailable ground={ground} onTryAgain={tryAgain} isPageChanged />
            </>
          )}
        >
          <div className={css({ flex: '1' })} data-remote={remote} data-release={release.version}>
            {title}
            <Screen />
            <WhenDrawn />
          </div>
        </MovedNodesBoundary>
      </ErrorBoundary>
    </LeavingBoundary>
  ));
}

/** Returns a screen's title: the one of its release, or else the current one. */
function screenTitle(id: ScreenId, release: PageRelease | null): string {
  const remote = remoteOf(id);
  const name = id.slice(remote.length + 1);
  const titles = [release, ...releasesOf(remote)].map((each) => each?.titles?.[name]);
  return titles.find((title) => title !== undefined) ?? siteName;
}

/** Returns all values that the component has rendered with, except null. */
function useSeen(value: string | null): string[] {
  const [seen, setSeen] = useState<string[]>([]);
  if (value !== null && !seen.includes(value)) setSeen([...seen, value]);
  return seen;
}

/** Runs as soon as the screen is hydrated or rendered. */
function WhenDrawn() {
  useLayoutEffect(putBackEntries, []);
  useEffect(() => replayClicks('the screen'), []);
  return null;
}
