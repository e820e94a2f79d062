/** The sign-in that Firebase stores: in IndexedDB, or in local storage if there is no IndexedDB. */
const database = 'firebaseLocalStorageDb';
const table = 'firebaseLocalStorage';
const userKey = 'firebase:authUser:';

/**
 * Whether the identity provider's client keeps somebody signed in in this browser. Found out without
 * that client: a visitor who never signs in does not download it.
 */
export async function isKeptAtProvider(): Promise<boolean> {
  const keys = [...(await keysInDatabase()), ...keysInLocalStorage()];
  return keys.some((key) => key.startsWith(userKey));
}

function keysInLocalStorage(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

async function keysInDatabase(): Promise<string[]> {
  try {
    const opened = await openDatabase();
    const keys = opened.transaction(table).objectStore(table).getAllKeys();
    opened.close();
    return (await settled(keys)).map(String);
  } catch {
    // There is no database, or no table in it.
    return [];
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database);
  // Called where there is none yet, which is not made by looking.
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
