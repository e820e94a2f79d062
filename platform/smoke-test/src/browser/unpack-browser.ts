import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';

/**
 * Unpacks the headless browser in the npm package `@sparticuz/chromium`, once per installation. Returns
 * it first alone, then with the libraries and fonts of the package, for a machine without them.
 *
 * The package's own code is not used: its arguments disable web security, and it treats files that a
 * killed run left incomplete as a complete browser.
 */
export async function unpackBrowser(): Promise<LaunchOptions[]> {
  const source = archives();
  if (!source) return [];
  const folder = join(source, '../.unpacked');
  if (!existsSync(folder)) await unpack(source, folder);
  const executablePath = join(folder, 'chromium');
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: `${join(folder, 'lib')}:${process.env.LD_LIBRARY_PATH ?? ''}`,
    FONTCONFIG_FILE: join(folder, fontSettings),
  };
  return [{ executablePath }, { executablePath, env }];
}

const fontSettings = 'own-fonts.conf';

/** Returns the folder of the package's archives; null if it is not installed or not for this system. */
function archives(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    return fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
  } catch {
    return null;
  }
}

async function unpack(source: string, folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const program = createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 });
  try {
    await Promise.all([
      decompress(join(source, 'chromium.br'), program),
      // System libraries (lib/), fonts (fonts/), and software rendering.
      ...['al2023', 'fonts', 'swiftshader'].map((name) =>
        extract(join(source, `${name}.tar.br`), unfinished),
      ),
    ]);
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

async function extract(archive: string, folder: string): Promise<void> {
  // Not from a pipe, which `tar` closes before its end.
  const file = join(folder, basename(archive, '.br'));
  await decompress(archive, createWriteStream(file));
  const tar = spawn('tar', ['-x', '-f', file, '-C', folder], { stdio: 'inherit' });
  const [exitCode] = await once(tar, 'exit');
  if (exitCode !== 0) throw new Error(`tar could not extract ${archive}`);
  await rm(file);
}

async function decompress(from: string, to: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), to);
}
