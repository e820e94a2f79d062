/** Origins of webpack development servers by app name, such as `profile`. */
export type DevelopmentApps = ReadonlyMap<string, string>;

/**
 * Reads `shell=http://localhost:3100,profile=http://localhost:3103`.
 *
 * @throws when an entry is not a name and an origin
 */
export function parseDevelopmentApps(value: string): DevelopmentApps {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const [name = '', url = ''] = entry.split(/=(.*)/s);
      if (!/^[a-z][a-z0-9-]*$/.test(name) || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
        throw new Error(`KARGO_DEV_APPS has to be a list of name=origin, but has "${entry}".`);
      }
      return [name, new URL(url).origin];
    }),
  );
}
