import { useConfiguration } from '@kargo/shared-runtime/configuration';
import { Link } from '@kargo/shared-runtime/router';
import { button, css } from '@kargo/shared-runtime/styles';
import { type Anchor, paths } from '@kargo/shared-types/page/paths';

/** Leads to the landing page's store buttons. */
export const callToAction = { pathname: paths.home(), hash: 'getstarted' satisfies Anchor };

interface StoreButtonsProps {
  surface: 'dark' | 'light';
  /** Whether this is the page's main action: large, the first button filled. */
  isProminent?: boolean;
  /** Whether there is never room for both side by side. */
  isNarrow?: boolean;
  /** Whether they are where buttons without a listing lead. There they are sentences. */
  isInCallToAction?: boolean;
}

/**
 * Links to the app's store listings, drawn by us, since the stores' badges may not be altered.
 * Without a listing they lead to the call to action, which says that the app is coming.
 */
export function StoreButtons(props: StoreButtonsProps) {
  const { surface, isProminent, isNarrow, isInCallToAction } = props;
  const { iosAppUrl, androidAppUrl } = useConfiguration() ?? {};
  const { filled, large, small } = surface === 'dark' ? dark : light;
  const stores = [
    { ...iPhone, listing: iosAppUrl, look: isProminent ? filled : small },
    { ...android, listing: androidAppUrl, look: isProminent ? large : small },
  ] as const;
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: isNarrow ? 'column' : { base: 'column', sm: 'row' },
        flexWrap: 'wrap',
        gap: '3',
      })}
    >
      {stores.map(({ d, get, coming, listing, look }) =>
        !listing && isInCallToAction ? (
          <div
            key={get}
            className={css({
              display: 'flex',
              alignItems: 'center',
              gap: '2',
              minH: '3.5rem',
              pe: '6',
              fontWeight: 600,
            })}
          >
            <Glyph d={d} />
            <span>{coming}</span>
          </div>
        ) : (
          // A listing leaves the site, even by an address of this host.
          <Link
            key={get}
            className={look}
            to={listing || callToAction}
            reloadDocument={Boolean(listing)}
          >
            <Glyph d={d} />
            {get}
          </Link>
        ),
      )}
    </div>
  );
}

const dark = {
  filled: button({ variant: 'lime', size: 'lg' }),
  large: button({ variant: 'outline-dark', size: 'lg' }),
  small: button({ variant: 'outline-dark' }),
};

const light = {
  filled: button({ variant: 'solid', size: 'lg' }),
  large: button({ variant: 'outline', size: 'lg' }),
  small: button({ variant: 'outline' }),
};

const iPhone = {
  d: 'M8 2.75h8A2.25 2.25 0 0 1 18.25 5v14A2.25 2.25 0 0 1 16 21.25H8A2.25 2.25 0 0 1 5.75 19V5A2.25 2.25 0 0 1 8 2.75Zm2.25 0v1c0 .55.45 1 1 1h1.5a1 1 0 0 0 1-1v-1',
  get: 'Get the iPhone app',
  coming: 'Coming to the App Store',
};

const android = {
  d: 'M7.5 2.75h9a1.75 1.75 0 0 1 1.75 1.75v15a1.75 1.75 0 0 1-1.75 1.75h-9a1.75 1.75 0 0 1-1.75-1.75v-15A1.75 1.75 0 0 1 7.5 2.75ZM12 5.5h.01M10.25 18.25h3.5',
  get: 'Get the Android app',
  coming: 'Coming to Google Play',
};

function Glyph({ d }: { d: string }) {
  return (
    <svg className={css({ boxSize: '1.375rem', fill: 'none' })} aria-hidden viewBox="0 0 24 24">
      <path
        d={d}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
