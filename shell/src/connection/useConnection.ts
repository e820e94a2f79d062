import { useEffect, useState } from 'react';

/** `back`: it was away, and has not been back for long. */
export type Connection = 'online' | 'offline' | 'back';

/** How long it is said that the connection is back. */
const backNoticeMs = 4000;

/** Whether the browser says that it has a connection; the first render takes it for granted. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>('online');

  useEffect(() => {
    const goOffline = () => setConnection('offline');
    const comeBack = () => setConnection((before) => (before === 'offline' ? 'back' : before));
    if (!navigator.onLine) goOffline();
    window.addEventListener('offline', goOffline);
    window.addEventListener('online', comeBack);
    return () => {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', comeBack);
    };
  }, []);

  useEffect(() => {
    if (connection !== 'back') return;
    const timer = setTimeout(() => setConnection('online'), backNoticeMs);
    return () => clearTimeout(timer);
  }, [connection]);

  return connection;
}
