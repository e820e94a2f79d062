import assert from 'node:assert/strict';
import { test } from 'node:test';
import staticStylesLoader from './static-styles-loader.ts';

const imports =
  "import { Box, Button, chakra, Flex, Link as TextLink, Text } from '@kargo/shared-runtime/ui';\n";

const load = (source: string, target = 'web') => staticStylesLoader.call({ target }, source);

/** What the loader makes of a component that returns this. */
function made(jsx: string, before = '', target = 'web') {
  const text = load(`${imports}${before}export const It = (props) => ${jsx};\n`, target);
  return {
    jsx: /const It = \(props\) => (.*);\n/.exec(text)?.[1] ?? '',
    styles: [...text.matchAll(/= staticStyle\((.*)\);/g)].map(([, parts = '']) => parts),
    alternatives: [...text.matchAll(/^alternativeStyles\((.*)\);/gm)].map(([, all = '']) => all),
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
  const { jsx, styles } = made(
    '<Flex gap="2"><Text mt="1" /><TextLink href="/">Home</TextLink></Flex>',
  );
  assert.equal(jsx, '<T_1 {...S_1} ><T_2 {...S_2}  /><T_3 {...S_3} href="/">Home</T_3></T_1>');
  assert.deepEqual(styles, [
    'Flex, { "gap": "2" }',
    'Text, { "mt": "1" }, "p"',
    'TextLink, {  }, "a"',
  ]);
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
  ['no look of its own', '<Button unstyled />'],
] as const) {
  test(`an element with ${what} stays as it is`, () => {
    assert.deepEqual(made(jsx).styles, []);
  });
}

test('an element in place of another, whose classes would have no order, is refused', () => {
  for (const jsx of ['<Box asChild><Flex /></Box>', '<Field.Label asChild><Text /></Field.Label>'])
    assert.throws(() => made(jsx), /in place of <(Box|Field.Label)>: give the styles to one/);
  assert.equal(made('<Popover.Trigger asChild><Flex /></Popover.Trigger>').styles.length, 1);
});

test('an element without styles, a button and a part of a drawing count too', () => {
  assert.deepEqual(made('<Box as="ul" id={props.id} />').styles, ['Box, { "as": "ul" }, "ul"']);
  assert.deepEqual(made('<Button size="sm" disabled={props.is} ref={props.ref} />').styles, [
    'Button, { "size": "sm" }, "button"',
  ]);
  assert.deepEqual(made('<chakra.svg width="4" viewBox="0 0 4 4" />').styles, [
    'chakra.svg, { "width": "4", "viewBox": "0 0 4 4" }, "svg"',
  ]);
});

test('in Node, an element between whose styles conditions choose says all its looks', () => {
  const jsx =
    '<Box p={{ md: props.is ? "4" : "2" }} m={props.is ? undefined : wide} onClick={go} />';
  const constants = "const wide = { md: '1' };\n";
  assert.equal(made(jsx, constants).jsx, jsx);
  const node = made(jsx, constants, 'node');
  assert.equal(node.jsx, jsx);
  assert.deepEqual(node.alternatives, [
    'Box, [{ "p": { md: "2" }, "m": wide },{ "p": { md: "4" }, "m": undefined }]',
  ]);
});

test('two conditions make four looks, one within another too', () => {
  const jsx =
    '<Button asChild variant={props.a ? "lime" : props.b ? "text" : "solid"}><a /></Button>';
  const looks = ['solid', 'lime', 'text', 'lime'].map((it) => `{ "variant": "${it}" }`);
  assert.deepEqual(made(jsx, '', 'node').alternatives, [`Button, [${looks}]`]);
});

test('what is chosen from other values, or by many conditions, is not said', () => {
  const some = made('<Box p={props.is ? props.p : "2"} />', '', 'node');
  const many = 'abcde'.split('').map((it) => `${it}={props.${it} ? "1" : "2"}`);
  assert.deepEqual(some.alternatives, []);
  assert.deepEqual(made(`<Box ${many.join(' ')} />`, '', 'node').alternatives, []);
});

test('an element outside of functions, which is made before the constants, stays as it is', () => {
  const text = `${imports}export const it = <Box p="4" />;\n`;
  assert.equal(load(text), text);
});

test('lines keep their numbers', () => {
  const text = `${imports}const It = () => (\n  <Box\n    p="4"\n    m={{\n      md: '1',\n    }}\n  />\n);\nthere();\n`;
  const line = (of: string) => of.split('\n').indexOf('there();');
  assert.equal(line(load(text)), line(text));
});
