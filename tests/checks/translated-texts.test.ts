import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import ts from 'typescript';

// A browser's translator puts each text into its own element. Then React can neither insert before
// the text nor remove it, and does not notice when a text that it changes has left the page:
// https://github.com/facebook/react/issues/11538. A text that is alone in its element is safe.

test('No text has a sibling that comes and goes, and no text that changes has a sibling', () => {
  const files = globSync(
    '{shell,shared-runtime,shared-ui,remote-*,platform/releases/create-remote/template}/**/*.tsx',
    { cwd: root, exclude: (name) => name === 'node_modules' || name === 'testing' },
  ).filter((file) => !file.includes('.test.'));
  assert.ok(files.length > 100, `only ${files.length} were found`);
  const sources = files.map((file) => parse(file, readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(problemsOf(sources), []);
});

test('Each kind of unsafe text is found', () => {
  const found = (jsx: string) => problemsOf([parse('a.tsx', `${components} const a = ${jsx};`)]);
  for (const bad of [
    '<b>{isBusy && <i />}Sign In</b>',
    '<b>Sign In{isBusy ? <i /> : null}</b>',
    '<b>{count} files</b>',
    '<b><i />{label}</b>',
    '<b key={count}><i />{label}</b>',
    '<b>{isOpen ? "Hide" : "Show"}<i /></b>',
    '<b>{isBusy && "Busy"}{hasFailed && "Failed"}</b>',
    '<b>{String(count)}<i /></b>',
    '<b>{names.map((name) => name)}<i /></b>',
    '<>Sign In</>',
    '0; function Texts() { return label; }',
    '<>{label}</>',
    '<b>Sign In <Sometimes /></b>',
    '<b>Sign In <Through /></b>',
    '<b><Mixed /> Sign In</b>',
    '<b><Swapped />Sign In</b>',
  ]) {
    assert.equal(found(bad).length, 1, bad);
  }
  for (const good of [
    '<b>{isBusy && <i />}<span>Sign In</span></b>',
    '<b>{isBusy ? "Busy" : "Failed"}</b>',
    '<b>{label}</b>',
    '<b>Write to <a>us</a>{" "}or <Always />.</b>',
    '<b>{names.map((name) => <i>{name}</i>)}<i /></b>',
    '<b><i />{block}</b>',
    '<b>{drawn}<i /></b>',
    '<b key={label}><i />{label}</b>',
    '<>{isBusy && <i />}<i /></>',
  ]) {
    assert.deepEqual(found(good), [], good);
  }
});

const components = `
  interface Props { block: Elements; label: ReactNode }
  const drawn = <i />;
  function Always() { return <i />; }
  function Sometimes() { if (isBusy) return null; return <i />; }
  function Through() { return <Sometimes />; }
  function Mixed() { return <><i />{isBusy && <i />}</>; }
  function Swapped() { if (src) return <Box asChild><img /></Box>; return <Box>{label}</Box>; }
`;

const parse = (file: string, code: string) =>
  ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

type Parent = ts.JsxElement | ts.JsxFragment;

/** Returns file and line of each element with an unsafe text. */
function problemsOf(sources: ts.SourceFile[]): string[] {
  const changing = componentsThatChange(sources);
  return sources.flatMap((source) => {
    const elements = namesOfElements(source);
    const parents = nodesOf(source)
      .filter((node) => ts.isJsxElement(node) || ts.isJsxFragment(node))
      .filter((parent) => isProblem(parent, changing, elements));
    const texts = nodesOf(source)
      .filter(isComponent)
      .flatMap(({ body }) => (body ? returnsOf(body) : []))
      .filter((result) => mayBeText(result, elements));
    return [...parents, ...texts].map((node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      return `${source.fileName}:${line + 1}`;
    });
  });
}

function isProblem(parent: Parent, changing: Set<string>, elements: Set<string>): boolean {
  const children = parent.children.filter(isThere);
  // A fragment's children also have siblings around the fragment.
  if (children.length < 2 && ts.isJsxElement(parent)) return false;
  const key = keyOf(parent);
  const isText = (child: ts.JsxChild) =>
    ts.isJsxText(child) || literalIn(child) !== undefined || child.getText() === key;
  const others = children.filter((child) => !isText(child));
  if (others.some((child) => ts.isJsxExpression(child) && mayBeText(child.expression, elements)))
    return true;
  if (others.length === children.length) return false;
  return (
    ts.isJsxFragment(parent) ||
    others.some((child) => ts.isJsxExpression(child) || changing.has(tagOf(child) ?? ''))
  );
}

/** A text that equals its element's key never changes: another key replaces the element. */
function keyOf(parent: Parent): string | undefined {
  const attributes = ts.isJsxElement(parent) ? parent.openingElement.attributes.properties : [];
  const key = attributes.find((attribute) => attribute.name?.getText() === 'key');
  return key && ts.isJsxAttribute(key) ? key.initializer?.getText() : undefined;
}

function isThere(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || (Boolean(child.expression) && literalIn(child) !== ' ');
}

function literalIn(child: ts.JsxChild): string | undefined {
  if (!ts.isJsxExpression(child) || !child.expression) return;
  return ts.isStringLiteralLike(child.expression) ? child.expression.text : undefined;
}

function tagOf(child: ts.Node): string | undefined {
  if (ts.isJsxElement(child)) return child.openingElement.tagName.getText();
  return ts.isJsxSelfClosingElement(child) ? child.tagName.getText() : undefined;
}

/** The tag that is drawn; with `asChild`, it is the child's. */
function rootOf(node: ts.Node): string | undefined {
  if (!ts.isJsxElement(node)) return tagOf(node);
  const isHandedOn = node.openingElement.attributes.properties.some(
    (attribute) => attribute.name?.getText() === 'asChild',
  );
  const child = node.children.find(isThere);
  return isHandedOn && child ? tagOf(child) : tagOf(node);
}

/** Whether an expression may be something other than elements or nothing, judging by its file. */
function mayBeText(expression: ts.Expression | undefined, elements: Set<string>): boolean {
  return resultsOf(expression).some(
    (result) => !isJsx(result) && !isNothing(result) && !elements.has(result.getText()),
  );
}

const isComponent = (node: ts.Node): node is ts.FunctionDeclaration =>
  ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '');

/** Names that the file declares as elements, by type or by value. */
function namesOfElements(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const node of nodesOf(source)) {
    const isTyped =
      (ts.isPropertySignature(node) || ts.isParameter(node)) &&
      /^(Elements|ReactElement)\b/.test(node.type?.getText() ?? '');
    const isDrawn =
      ts.isVariableDeclaration(node) && node.initializer && !mayBeText(node.initializer, names);
    if (isTyped || isDrawn) names.add(node.name.getText());
  }
  return names;
}

/** Components that may render nothing or another element, or whose first or last child varies. */
function componentsThatChange(sources: ts.SourceFile[]): Set<string> {
  const functions = sources.flatMap(nodesOf).filter(ts.isFunctionDeclaration);
  const changing = new Set<string>();
  for (let before = -1; before < changing.size; ) {
    before = changing.size;
    for (const { name, body } of functions) {
      if (!name || !body) continue;
      const results = returnsOf(body);
      const roots = new Set(results.flatMap(resultsOf).map(rootOf));
      const isSwapped = /^[A-Z]/.test(name.text) && roots.size > 1;
      if (isSwapped || results.some((result) => isChanging(result, changing)))
        changing.add(name.text);
    }
  }
  return changing;
}

function isChanging(result: ts.Expression, changing: Set<string>): boolean {
  const results = resultsOf(result);
  return (
    results.some((each) => {
      if (isNothing(each) || changing.has(tagOf(each) ?? '')) return true;
      if (!ts.isJsxFragment(each)) return false;
      return each.children.some(
        (child) => ts.isJsxExpression(child) || changing.has(tagOf(child) ?? ''),
      );
    }) ||
    (results.length > 0 && ts.isBinaryExpression(unwrapped(result)))
  );
}

/** Returns what an expression may be: both sides of a condition, and each result of a `map`. */
function resultsOf(wrapped: ts.Expression | undefined): ts.Expression[] {
  if (!wrapped) return [];
  const expression = unwrapped(wrapped);
  if (ts.isConditionalExpression(expression)) {
    return [expression.whenTrue, expression.whenFalse].flatMap(resultsOf);
  }
  if (ts.isBinaryExpression(expression)) {
    const { left, operatorToken, right } = expression;
    const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return [...(isAnd ? [] : resultsOf(left)), ...resultsOf(right)];
  }
  if (ts.isCallExpression(expression) && /\.map$/.test(expression.expression.getText())) {
    const [made] = expression.arguments;
    if (made && ts.isArrowFunction(made)) {
      return ts.isBlock(made.body) ? returnsOf(made.body).flatMap(resultsOf) : resultsOf(made.body);
    }
  }
  return [expression];
}

function unwrapped(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? unwrapped(expression.expression) : expression;
}

/** Returns the expressions that a function returns, without inner functions. */
function returnsOf(body: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

const isJsx = (node: ts.Node) =>
  ts.isJsxElement(node) ||
  ts.isJsxSelfClosingElement(node) ||
  ts.isJsxFragment(node) ||
  node.getText().startsWith('createPortal(');

const isNothing = (node: ts.Node) => /^(null|undefined|false)$/.test(node.getText());

function nodesOf(node: ts.Node): ts.Node[] {
  const nodes = [node];
  ts.forEachChild(node, (child) => void nodes.push(...nodesOf(child)));
  return nodes;
}
