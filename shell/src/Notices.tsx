import { checkConnection } from '@kargo/shared-runtime/connection';
import { forgetUnsent, useHasUnsent, useIsOffline } from '@kargo/shared-runtime/layout';
import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { useSession } from '@kargo/shared-runtime/session';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { useAtom } from 'jotai';
import { RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { newTokenAtom } from './access/load-profile.ts';
import { Notice } from './Notice.tsx';
import { isShellDeleted, useReleases } from './remote-loading/tracked-releases.ts';

/** Short messages at the lower edge of the window, on every page. */
export function Notices() {
  return (
    // Always mounted: screen readers only announce changes in elements that they already know.
    <div aria-live="polite">
      <ConnectionNotice />
      <NewVersionNotice />
      <NewDriverNotice />
    </div>
  );
}

/**
 * Says that the page is offline and, for a moment, that it is online again. Once the visitor knows
 * that something was not sent, it no longer promises to carry on.
 */
function ConnectionNotice() {
  const connection = useConnection();
  const hasUnsent = useHasUnsent();
  // When being back ends, also because the line is lost again.
  useEffect(() => (connection === 'back' ? forgetUnsent : undefined), [connection]);
  if (connection === 'online') return null;
  const { icon, look, sentence, afterUnsent } = connections[connection];
  return (
    <Notice key={connection}>
      <LineIcon of={icon} className={cx(css({ boxSize: '1.25rem' }), look)} />
      <span>{hasUnsent ? afterUnsent : sentence}</span>
    </Notice>
  );
}

const connections = {
  offline: {
    icon: WifiOff,
    look: css({ color: 'amber' }),
    sentence: "You're offline. We'll carry on when you're back.",
    afterUnsent: "You're offline. Nothing was sent.",
  },
  back: {
    icon: Wifi,
    look: css({ color: 'lime' }),
    sentence: 'Back online.',
    afterUnsent: 'Back online. You can try again now.',
  },
};

const backNoticeMs = 4000;

/** Whether the page is online, as in the first render; `back` for a moment after being offline. */
function useConnection() {
  const isOnline = !useIsOffline();
  const [connection, setConnection] = useState<'online' | keyof typeof connections>('online');
  if (!isOnline && connection !== 'offline') setConnection('offline');
  if (isOnline && connection === 'offline') setConnection('back');
  useEffect(() => {
    const check = () => !navigator.onLine && checkConnection();
    check();
    window.addEventListener('offline', check);
    return () => window.removeEventListener('offline', check);
  }, []);
  useEffect(() => {
    if (connection !== 'back') return;
    const timer = setTimeout(() => setConnection('online'), backNoticeMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return connection;
}

/** The page needs a newer shell. The visitor decides when to reload, which loses typed values. */
function NewVersionNotice() {
  const isReady = useReleases(isShellDeleted, () => false);
  if (!isReady) return null;
  return (
    <Notice>
      <LineIcon of={RefreshCw} className={css({ boxSize: '1.25rem', color: 'lime' })} />A new
      version is ready.
      <button
        type="button"
        className={button({ size: 'sm', variant: 'lime' })}
        onClick={() => window.location.reload()}
      >
        Reload
      </button>
    </Notice>
  );
}

/** Says who is signed in after a mailed link replaced a session, until the next page. */
function NewDriverNotice() {
  const [newToken, setNewToken] = useAtom(newTokenAtom);
  const { token, loginUser } = useSession();
  const { pathname } = useLocationAtOnce();
  useEffect(() => () => void (pathname && setNewToken(null)), [pathname, setNewToken]);
  if (!token || token !== newToken) return null;
  return <Notice>{`You are signed in as ${loginUser?.name || 'another driver'} now.`}</Notice>;
}
