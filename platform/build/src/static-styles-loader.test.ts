import assert from 'node:assert/strict';
import { test } from 'node:test';
import staticStylesLoader from './static-styles-loader.ts';

const imports = "import { Box, chakra, Flex, Link, Text } from '@kargo/shared-runtime/ui';\n";

/** What the loader makes of a component that returns this. */
function made(jsx: string, before = ''): { jsx: string; styles: string[] } {
  const text = staticStylesLoader(`${imports}${before}export const It = (props) => ${jsx};\n`);
  return {
    jsx: /const It = \(props\) => (.*);\n/.exec(text)?.[1] ?? '',
    styles: [...text.matchAll(/= staticStyle\((.*)\);/g)].map(([, parts = '']) => parts),
  };
}

test('an element whose styles are literals is prepared, and keeps its other attributes', () => {
  const { jsx, styles } = made(
    '<Box as="section" p="4" mt={{ md: -1 }} id={props.id} onClick={props.go}>{props.text}</Box>',
  );
  assert.equal(jsx, '<T_1 {...S_1}    id={props.id} onClick={props.go}>{props.text}</T_1>');
  assert.deepEqual(styles, ['Box, { "as": "section", "p": "4", "mt": { md: -1 } }, "section"']);
});

test('what stands inside is prepared on its own', () => {
  const { jsx, styles } = made('<Flex gap="2"><Text mt="1" /><Link href="/">Home</Link></Flex>');
  assert.equal(jsx, '<T_1 {...S_1} ><T_2 {...S_2}  /><T_3 {...S_3} href="/">Home</T_3></T_1>');
  assert.deepEqual(styles, ['Flex, { "gap": "2" }', 'Text, { "mt": "1" }, "p"', 'Link, {  }, "a"']);
});

test('a key stays before the attributes that are spread', () => {
  assert.equal(made('<Box mt="1" key={props.id} />').jsx, '<T_1  key={props.id} {...S_1} />');
});

test('constants of the file count as literals', () => {
  const constants = "const space = '4';\nconst wide = { md: space };\n";
  assert.deepEqual(made('<Box p={space} m={wide} />', constants).styles, [
    'Box, { "p": space, "m": wide }',
  ]);
});

test('a component that the file makes counts with the element it names', () => {
  const dot = "const Dot = chakra('i', { base: { w: '2' } });\n";
  assert.deepEqual(made('<Dot data-on={props.on} />', dot).styles, ['Dot, {  }, "i"']);
  const withOptions = "const Dot = chakra('i', { base: { w: '2' } }, { forwardProps: ['x'] });\n";
  assert.deepEqual(made('<Dot />', withOptions).styles, []);
});

for (const [what, jsx] of [
  ['a style that depends on something', '<Box p={props.wide ? "4" : "2"} />'],
  ['a style from another file', '<Box p={space} />'],
  ['attributes that are spread', '<Box p="4" {...props} />'],
  ['a class name', '<Box p="4" className="it" />'],
  ['an attribute that may be a style', '<Box p="4" width={props.width} />'],
  ['an element of a component', '<Box as={Link} p="4" />'],
  ['another component in its place', '<Box p="4" asChild><a /></Box>'],
  ['the child that is drawn in place of another component', '<Box asChild><Flex p="4" /></Box>'],
  ['no style', '<Box id="x" />'],
  ['a part of a drawing', '<chakra.rect width="4" />'],
] as const) {
  test(`an element with ${what} stays as it is`, () => {
    assert.deepEqual(made(jsx).styles, []);
  });
}

test('an element outside of functions, which is made before the constants, stays as it is', () => {
  const text = `${imports}export const it = <Box p="4" />;\n`;
  assert.equal(staticStylesLoader(text), text);
});

test('lines keep their numbers', () => {
  const text = `${imports}const It = () => (\n  <Box\n    p="4"\n    m={{\n      md: '1',\n    }}\n  />\n);\nthere();\n`;
  const line = (of: string) => of.split('\n').indexOf('there();');
  assert.equal(line(staticStylesLoader(text)), line(text));
});

test('equal texts have equal names, others have others', () => {
  const nameOf = (p: string) =>
    /staticStyles\('(\w+)'\)/.exec(
      staticStylesLoader(`${imports}const It = () => <Box p="${p}" />;\n`),
    )?.[1];
  assert.equal(nameOf('4'), nameOf('4'));
  assert.notEqual(nameOf('4'), nameOf('2'));
});
