import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { paths } from '@kargo/shared-types/page/paths';

// Comments cite docs/specification.md as "spec section 5" or "spec sections 2 and 5".

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');

test('The paths match the route table, in its order', () => {
  const [, list = ''] = /### Route table\n\n(.*?)\n\n/s.exec(specification) ?? [];
  const listed = list.match(/(?<=`)\/[^`?]*/g);
  assert.deepEqual(
    Object.values(paths).map((path) => path()),
    listed,
  );
});

test('Every section of the specification that a comment cites exists', () => {
  const sections = [...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
  assert.deepEqual(sections, ['1', '2', '3', '4', '5', '6', '7', '8', '9']);

  const sources = globSync('*/src/**/*.{ts,tsx}', { cwd: root });
  const cited = sources.flatMap((file) =>
    sectionsCitedIn(readFileSync(join(root, file), 'utf8')).map((number) => ({ file, number })),
  );
  assert.ok(cited.length > 50, `only ${cited.length} were found`);
  assert.deepEqual(
    cited.filter(({ number }) => !sections.includes(number)),
    [],
  );
});

test('A citation is found across lines, and with several sections', () => {
  const comment = `/** Of two (spec\n * sections 2, 4 and\n * 99), or one (spec section 7). */`;
  assert.deepEqual(sectionsCitedIn(comment), ['2', '4', '99', '7']);
});

function sectionsCitedIn(source: string): string[] {
  const text = source.replaceAll(/\s+(\*|\/\/)?\s*/g, ' ');
  return [...text.matchAll(/spec sections? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) =>
    list.split(/, | and /),
  );
}
