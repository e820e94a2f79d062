import { useEffect, useState } from 'react';

/** `back`: online again for a moment. */
export type Connection = 'online' | 'offline' | 'back';

/** How long `back` lasts. */
const backNoticeMs = 4000;

/** Whether the browser is online; true in the first render. */
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
