/** The sign-in that Firebase stores: in IndexedDB, or in local storage if there is no IndexedDB. */
const database = 'firebaseLocalStorageDb';
const table = 'firebaseLocalStorage';
const userKey = 'firebase:authUser:';

/** How long IndexedDB may take to answer. In Safari with several tabs it sometimes never does. */
const answerWithinMs = 3000;

/** A record in Firebase's table. */
interface KeptUser {
  fbase_key: string;
  /** Not read from local storage. */
  value?: { email?: string };
}

/**
 * Returns the drivers whom Firebase keeps signed in. If IndexedDB does not answer, the page goes on
 * without it, as in browsers that lack it: Firebase and this code then use local storage or memory.
 */
export async function keptUsers(): Promise<KeptUser[]> {
  const inDatabase = await keptInDatabaseInTime();
  // Users in local storage signed in more recently, while IndexedDB was unresponsive.
  const kept = [...keptInLocalStorage(), ...inDatabase];
  return kept.filter(({ fbase_key }) => fbase_key.startsWith(userKey));
}

function keptInLocalStorage(): KeptUser[] {
  try {
    return Object.keys(localStorage).map((fbase_key) => ({ fbase_key }));
  } catch {
    return [];
  }
}

async function keptInDatabaseInTime(): Promise<KeptUser[]> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<KeptUser[]>((resolve) => {
    timer = setTimeout(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
      resolve([]);
    }, answerWithinMs);
  });
  return Promise.race([keptInDatabase(), silence]).finally(() => clearTimeout(timer));
}

async function keptInDatabase(): Promise<KeptUser[]> {
  try {
    const opening = indexedDB.open(database);
    // Called if there is no database: looking must not create one.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const opened = await settled(opening);
    // Firebase deletes a database without the table.
    opened.onversionchange = () => opened.close();
    const records = opened.transaction(table).objectStore(table).getAll();
    opened.close();
    return await settled(records);
  } catch {
    // There is no database, or no table in it.
    return [];
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error);
    };
  });
}
