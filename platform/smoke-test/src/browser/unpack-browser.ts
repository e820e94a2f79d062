import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LaunchOptions } from '@playwright/test';

/**
 * Unpacks the headless browser of `@sparticuz/chromium`, once per installation. Returns it alone,
 * then with the package's libraries and fonts, for machines that lack them; nothing where the
 * package is missing or does not support the system.
 *
 * Uses only the package's function for unpacking: its arguments disable web security.
 */
export async function unpackBrowser(): Promise<LaunchOptions[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  let module: string;
  try {
    module = import.meta.resolve('@sparticuz/chromium');
  } catch {
    return [];
  }
  const folder = fileURLToPath(new URL('../.browser', module));
  if (!existsSync(folder)) await unpack(module, folder);
  const executablePath = join(folder, 'chromium');
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: `${join(folder, 'al2023/lib')}:${process.env.LD_LIBRARY_PATH ?? ''}`,
    FONTCONFIG_FILE: join(folder, fontSettings),
  };
  return [{ executablePath }, { executablePath, env }];
}

const fontSettings = 'own-fonts.conf';

/** The program, system libraries, fonts and software rendering. */
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

async function unpack(module: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}-`);
  const files = archives.map((name) => fileURLToPath(new URL(`../bin/${name}`, module)));
  const program = `import { inflate } from ${JSON.stringify(module)}; await Promise.all(${JSON.stringify(files)}.map(inflate));`;
  try {
    // The package unpacks into the temporary folder, where it would take a killed run's leftovers
    // for a whole browser. It gets no other variables: one may be the release store's secret.
    const parameters = ['--input-type=module', '--eval', program];
    await promisify(execFile)(process.execPath, parameters, { env: { TMPDIR: unfinished } });
    for (const path of [unfinished, join(unfinished, 'chromium')]) await chmod(path, 0o755);
    await writeFile(
      join(unfinished, fontSettings),
      `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
    );
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process unpacked it first.
    if (!existsSync(folder)) throw error;
  }
}
