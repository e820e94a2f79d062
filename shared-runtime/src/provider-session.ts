/** The sign-in that Firebase stores: in IndexedDB, or in local storage if there is no IndexedDB. */
const database = 'firebaseLocalStorageDb';
const table = 'firebaseLocalStorage';
const userKey = 'firebase:authUser:';

/**
 * Whether the identity provider's client keeps somebody signed in in this browser. Found out without
 * that client: a visitor who never signs in does not download it.
 */
export async function isKeptAtProvider(): Promise<boolean> {
  return (await keptUsers()).length > 0;
}

/** Returns the e-mail address of the driver whom that client keeps signed in; null if it is not known. */
export async function emailAtProvider(): Promise<string | null> {
  const [user] = await keptUsers();
  return user?.value?.email ?? null;
}

/** A record of Firebase's; its value is not read from local storage. */
interface KeptUser {
  fbase_key: string;
  value?: { email?: string };
}

async function keptUsers(): Promise<KeptUser[]> {
  const kept = [...(await keptInDatabase()), ...keptInLocalStorage()];
  return kept.filter(({ fbase_key }) => fbase_key.startsWith(userKey));
}

function keptInLocalStorage(): KeptUser[] {
  try {
    return Object.keys(localStorage).map((fbase_key) => ({ fbase_key }));
  } catch {
    return [];
  }
}

async function keptInDatabase(): Promise<KeptUser[]> {
  try {
    const opened = await openDatabase();
    const records = opened.transaction(table).objectStore(table).getAll();
    opened.close();
    return await settled(records);
  } catch {
    // There is no database, or no table in it.
    return [];
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database);
  // Called if there is no database: looking must not create one.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  return settled(opening);
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

/** @throws when the client cannot be downloaded, or does not do it. */
export async function signOutOfProvider(): Promise<void> {
  // It is large: a visitor who never signs in does not download it.
  const { signOut } = await import('./identity.ts');
  await signOut();
}
