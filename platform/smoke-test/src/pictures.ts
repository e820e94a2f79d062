import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import escapeHtml from 'escape-html';
import { animationsEnded } from './in-page/inspect-screen.ts';
import type { Visit } from './plan-visits.ts';

/** Pictures of a whole screen, as JPEG. */
export interface Pictures {
  now: Buffer;
  /** In the current release; undefined if it has no such screen, or was not opened. */
  before: Buffer | undefined;
}

export async function takePicture(page: Page): Promise<Buffer> {
  // Else what moves only in view would be shown as it is out of view, such as figures at 0.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(animationsEnded);
  // Hiding the caret would add a style, which the site's policy forbids.
  const options = { fullPage: true, type: 'jpeg', quality: 85, caret: 'initial' } as const;
  const picture = await page.screenshot(options);
  await page.emulateMedia({ reducedMotion: null });
  return picture;
}

/**
 * Writes pictures of the screens that look different, a page that compares them, and a comment for
 * a pull request. Returns the page's path, unless all look the same.
 */
export async function writePictures(
  folder: string,
  pictures: ReadonlyMap<Visit, Pictures>,
): Promise<string | undefined> {
  const changed = [...pictures]
    .filter(([, { now, before }]) => !before?.equals(now))
    .sort(([one], [other]) => nameOf(one).localeCompare(nameOf(other)));
  if (changed.length === 0) return undefined;
  await mkdir(folder, { recursive: true });
  const sections: string[] = [];
  for (const [visit, { now, before }] of changed) {
    const file = nameOf(visit).replaceAll(/[^A-Za-z0-9]+/g, '-');
    await writeFile(join(folder, `${file}-now.jpg`), now);
    if (before) await writeFile(join(folder, `${file}-before.jpg`), before);
    sections.push(sectionOf(visit, file, before !== undefined));
  }
  const names = changed.map(([visit]) => `- ${nameOf(visit)}\n`);
  await writeFile(join(folder, 'comment.md'), `These screens look different:\n\n${names.join('')}`);
  const page = join(folder, 'index.html');
  await writeFile(page, documentOf(sections));
  return page;
}

const nameOf = ({ screen, person, width }: Visit) => `${screen.id} as ${person.name}, ${width} px`;

function sectionOf(visit: Visit, file: string, hasBefore: boolean): string {
  const image = (which: string) => `<img src="${file}-${which}.jpg" alt="" width="${visit.width}">`;
  const figure = (text: string, images: string) =>
    `<figure><figcaption>${text}</figcaption><div>${images}</div></figure>`;
  const [now, before] = [image('now'), image('before')];
  const figures = hasBefore
    ? [
        figure('Current release', before),
        figure('This release', now),
        figure('Difference', before + now),
      ]
    : [figure('This release; the current one has no such picture', now)];
  return `<h2>${escapeHtml(nameOf(visit))}</h2>\n<section>${figures.join('\n')}</section>`;
}

const documentOf = (sections: readonly string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What looks different</title>
<style>
body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif }
section { display: flex; gap: 2rem; align-items: start }
figure { flex: 0 1 auto; min-width: 0; margin: 0 }
figure div { display: grid; border: 1px solid #999; isolation: isolate }
img { grid-area: 1 / 1; max-width: 100%; height: auto }
img + img { mix-blend-mode: difference }
</style>
<h1>What looks different</h1>
${sections.join('\n')}
</html>
`;
