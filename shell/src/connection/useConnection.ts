import { useIsOnline } from '@kargo/shared-ui/useIsOnline';
import { useEffect, useState } from 'react';

/** `back`: online again for a moment. */
export type Connection = 'online' | 'offline' | 'back';

const backNoticeMs = 4000;

/** Whether the browser is online; true in the first render. */
export function useConnection(): Connection {
  const isOnline = useIsOnline();
  const [connection, setConnection] = useState<Connection>('online');
  if (!isOnline && connection !== 'offline') setConnection('offline');
  if (isOnline && connection === 'offline') setConnection('back');
  useEffect(() => {
    if (connection !== 'back') return;
    const timer = setTimeout(() => setConnection('online'), backNoticeMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return connection;
}
