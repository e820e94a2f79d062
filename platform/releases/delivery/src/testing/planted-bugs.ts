import type { PlantedBug } from './run-hooks.ts';

const log = 'release-log/src/log';

/** Bugs that the random runs must find. */
export const plantedBugs: PlantedBug[] = [
  {
    what: 'a publisher replaces a record that is there',
    file: `${log}/add-record.ts`,
    text: 'await store.create(path, bytes)',
    becomes: 'await store.write(path, bytes).then(() => true)',
  },
  {
    what: 'a publisher whose answer was lost does not look',
    file: `${log}/add-record.ts`,
    text: 'return isCreated || isStored();',
    becomes: 'return isCreated;',
  },
  {
    what: 'a publisher who lost counts as one who won',
    file: 'delivery/src/change-record.ts',
    text: 'if (!isAdded) refuseChanged(now, state, apps);\n  if (!isAdded)',
    becomes: 'if (false)',
  },
  {
    what: 'a publisher takes the number of a file that does not verify',
    file: `${log}/app-log.ts`,
    text: '(await this.#fileAt(this.#free))) this.#free += 1;',
    becomes: "typeof (await this.#fileAt(this.#free)) === 'object') this.#free += 1;",
  },
  {
    what: 'a reader believes a list',
    file: `${log}/app-log.ts`,
    text: 'while (!this.#hasTooMany &&',
    becomes: 'while (false &&',
  },
  {
    what: 'a record counts without the one that it waits for',
    file: `${log}/app-log.ts`,
    text: '!it.record.waitsFor || isThere(it)',
    becomes: 'true',
  },
  {
    what: 'a reader looks once at each app',
    file: `${log}/read-log.ts`,
    text: 'for (let isNew = true; isNew; ) {',
    becomes: 'for (let isNew = true; isNew; isNew = false) {',
  },
  {
    what: 'a step goes on although a record of it could not be added',
    file: 'delivery/src/change-record.ts',
    text: 'if (!(await addRecord(store, record))) return false;',
    becomes: 'await addRecord(store, record);',
  },
  {
    what: 'a gateway forgets what it has kept',
    file: `${log}/read-log.ts`,
    text: 'for (const held of kept) this.#logOf(held.record.app, held);',
    becomes: '',
  },
  {
    what: 'records have no heads of other apps',
    file: `${log}/add-record.ts`,
    text: 'Object.fromEntries([...heads]',
    becomes: 'Object.fromEntries([]',
  },
  {
    what: 'nothing that somebody has seen is missed',
    file: `${log}/app-log.ts`,
    text: 'if (number <= Math.max(this.#trusted,',
    becomes: 'if (number <= Math.max(99999,',
  },
];
