import ts from 'typescript';

/** The module that Chakra's components come from. */
const from = '@kargo/shared-runtime/ui';

/** Its components, and the elements that they draw. */
const elements: Record<string, string> = {
  Box: 'div',
  Button: 'button',
  Circle: 'div',
  Container: 'div',
  Flex: 'div',
  Grid: 'div',
  GridItem: 'div',
  Heading: 'h2',
  HStack: 'div',
  Link: 'a',
  Stack: 'div',
  Text: 'p',
  VisuallyHidden: 'span',
};

/** Attributes that are no styles, of those whose values change. */
const handedOn =
  /^(on[A-Z]\w*|(aria|data)-.+|alt|autoPlay|checked|controls|disabled|hidden|href|id|inert|key|lang|name|playsInline|ref|rel|role|src|suppressHydrationWarning|tabIndex|target|title|type|value)$/;

/** Attributes that are no styles, but change what is drawn. */
const changesElement = /^(asChild|children|className|unstyled)$/;

/** With more, most looks of an element would be seen by nobody. */
const maxAlternatives = 16;

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

/** A range of the source, and the text that replaces it. */
type Edit = readonly [start: number, end: number, text: string];

/**
 * A webpack loader that prepares elements of Chakra whose styles never change, so that an element with a class is enough
 * where a page has the CSS (docs/decisions/0023-static-styles.md). Of
 *
 *     <Box as="section" p="4" id="plans">
 *
 * it makes `<T_1 {...S_1} id="plans">`, and adds to the file
 *
 *     const staticStyle = staticStyles();
 *     const [T_1, S_1] = staticStyle(Box, { as: "section", p: "4" }, "section");
 *
 * Where conditions choose between such styles, the element stays, and the file for Node says all that it may look like:
 *
 *     alternativeStyles(Box, [{ p: "4" }, { p: "2" }]);
 *
 * Lines keep their numbers.
 */
export default function staticStylesLoader(this: { target?: string }, source: string): string {
  const { target } = this;
  if (!source.includes(from)) return source;
  const file = ts.createSourceFile('it.tsx', source, ts.ScriptTarget.Latest, true);
  const constants = constantsIn(file);
  const components = componentsIn(file, constants);
  const edits: Edit[] = [];
  const declarations: string[] = [];
  const alternatives: string[] = [];

  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) prepare(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (declarations.length + alternatives.length === 0) return source;
  return [
    edited(source, edits),
    `import { alternativeStyles, staticStyles } from '${from}';`,
    'const staticStyle = staticStyles();',
    ...declarations,
    ...alternatives,
  ].join('\n');

  function prepare(opening: Opening): void {
    const component = opening.tagName.getText();
    const element = components.get(component) ?? /^chakra\.(\w+)$/.exec(component)?.[1];
    if (!element || !isInFunction(opening)) return;
    const around = drawnAsChildOf(opening);
    if (components.has(around) || /^(chakra|Field)\./.test(around))
      throw new Error(`<${component}> in place of <${around}>: give the styles to one of the two`);
    const attributes = opening.attributes.properties.filter(ts.isJsxAttribute);
    if (attributes.length < opening.attributes.properties.length) return;
    const isOther = attributes.some((it) => changesElement.test(nameOf(it)));
    const styles = attributes.filter(
      (it) => !handedOn.test(nameOf(it)) && !changesElement.test(nameOf(it)),
    );
    const isStatic = styles.every((it) => isConstant(valueIn(it), constants));
    if (isStatic && !isOther) replace(opening, element, styles);
    else if (target === 'node') {
      const looks = looksOf(styles, constants);
      if (looks.length > 1) alternatives.push(`alternativeStyles(${component}, [${looks}]);`);
    }
  }

  function replace(opening: Opening, element: string, styles: ts.JsxAttribute[]): void {
    const id = (declarations.length + 1).toString(36);
    const as = styles.find((it) => nameOf(it) === 'as');
    const tag = as ? textOf(valueIn(as)) : JSON.stringify(element);
    const drawn = tag === '"div"' ? '' : `, ${tag}`;
    const look = lookText(styles, textOf);
    declarations.push(
      `const [T_${id}, S_${id}] = staticStyle(${opening.tagName.getText()}, ${look}${drawn});`,
    );
    for (const { tagName } of tagsOf(opening)) {
      edits.push([tagName.getStart(), tagName.end, `T_${id}`]);
    }
    // JSX ignores `key` after a spread.
    const key = opening.attributes.properties.find((it) => it.name?.getText() === 'key');
    const { end } = key ?? opening.tagName;
    edits.push([end, end, ` {...S_${id}}`]);
    for (const it of styles) {
      edits.push([it.getStart(), it.end, it.getText().replace(/[^\n]+/g, '')]);
    }
  }
}

/** The values of the constants at the top of a file, by name. */
function constantsIn(file: ts.SourceFile): Map<string, ts.Expression> {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .filter(({ declarationList }) => declarationList.flags & ts.NodeFlags.Const)
    .flatMap(({ declarationList }) => declarationList.declarations);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      initializer ? [[name.getText(), initializer] as const] : [],
    ),
  );
}

/** The components of Chakra that a file imports, or makes by `chakra('div', { … })`, with their elements. */
function componentsIn(file: ts.SourceFile, constants: Map<string, ts.Expression>) {
  const found = new Map<string, string>();
  for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    const names = importClause?.namedBindings;
    if (!moduleSpecifier.getText().includes(from) || !names || !ts.isNamedImports(names)) continue;
    for (const { name, propertyName = name } of names.elements) {
      const element = elements[propertyName.text];
      if (element) found.set(name.text, element);
    }
  }
  for (const [name, value] of constants) {
    if (!ts.isCallExpression(value) || value.expression.getText() !== 'chakra') continue;
    const [element, _recipe, ...options] = value.arguments;
    if (element && ts.isStringLiteral(element) && options.length === 0)
      found.set(name, element.text);
  }
  return found;
}

const nameOf = (attribute: ts.JsxAttribute) => attribute.name.getText();

/** The value of an attribute; undefined where it only stands there. */
const valueIn = ({ initializer }: ts.JsxAttribute): ts.Node | undefined =>
  initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;

const textOf = (value: ts.Node | undefined) => value?.getText() ?? 'true';

/** The text of an object with these styles. */
function lookText(
  styles: readonly ts.JsxAttribute[],
  textOfValue: (value: ts.Node | undefined) => string,
): string {
  const parts = styles.map((it) => `${JSON.stringify(nameOf(it))}: ${textOfValue(valueIn(it))}`);
  return `{ ${parts.join(', ')} }`;
}

/** The texts of all looks between which conditions choose; none where other values are among them. */
function looksOf(
  styles: readonly ts.JsxAttribute[],
  constants: Map<string, ts.Expression>,
): string[] {
  const conditions = new Set<string>();
  const isEachKnown = styles.every((it) => isConstant(valueIn(it), constants, conditions));
  const all = [...conditions];
  if (!isEachKnown || 2 ** all.length > maxAlternatives) return [];
  return Array.from({ length: 2 ** all.length }, (_, bits) =>
    lookText(styles, (value) => chosenText(value, (it) => Boolean(bits & (1 << all.indexOf(it))))),
  );
}

/** The text of a value where these conditions hold. */
function chosenText(value: ts.Node | undefined, holds: (condition: string) => boolean): string {
  if (value && ts.isConditionalExpression(value)) {
    const isTrue = holds(value.condition.getText());
    return chosenText(isTrue ? value.whenTrue : value.whenFalse, holds);
  }
  if (!value || !ts.isObjectLiteralExpression(value)) return textOf(value);
  const parts = value.properties.map((it) =>
    ts.isPropertyAssignment(it)
      ? `${it.name.getText()}: ${chosenText(it.initializer, holds)}`
      : it.getText(),
  );
  return `{ ${parts.join(', ')} }`;
}

/**
 * Whether a value is the same at each rendering, and said by the text of the file alone.
 *
 * @param conditions where given, conditions may choose between such values; they are added to it
 */
function isConstant(
  value: ts.Node | undefined,
  constants: Map<string, ts.Expression>,
  conditions?: Set<string>,
): boolean {
  const isEach = (parts: readonly ts.Node[], conditionsInside = conditions) =>
    parts.every((part) => isConstant(part, constants, conditionsInside));
  if (!value || ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return true;
  if ([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(value.kind)) return true;
  if (ts.isPrefixUnaryExpression(value)) return isEach([value.operand], undefined);
  if (ts.isArrayLiteralExpression(value)) return isEach(value.elements, undefined);
  if (ts.isObjectLiteralExpression(value)) return isEach(value.properties);
  if (ts.isPropertyAssignment(value)) {
    return !ts.isComputedPropertyName(value.name) && isEach([value.initializer]);
  }
  if (conditions && ts.isConditionalExpression(value)) {
    conditions.add(value.condition.getText());
    return isEach([value.whenTrue, value.whenFalse]);
  }
  if (!ts.isIdentifier(value)) return false;
  const constant = constants.get(value.text);
  return value.text === 'undefined' || (constant ? isConstant(constant, constants) : false);
}

/** Whether an element is drawn after the whole file was run. */
const isInFunction = (node: ts.Node) => ts.findAncestor(node, ts.isFunctionLike) !== undefined;

/** The name of the component around an element that draws it in its place, by `asChild`; else an empty text. */
function drawnAsChildOf(opening: Opening): string {
  const { parent } = ts.isJsxOpeningElement(opening) ? opening.parent : opening;
  if (!ts.isJsxElement(parent)) return '';
  const { attributes, tagName } = parent.openingElement;
  const isAsChild = attributes.properties.some((it) => it.name?.getText() === 'asChild');
  return isAsChild ? tagName.getText() : '';
}

/** The opening tag and, if there is one, the closing tag. */
function tagsOf(opening: Opening) {
  return ts.isJsxOpeningElement(opening) ? [opening, opening.parent.closingElement] : [opening];
}

/** Makes the edits from the last one, so that the positions of the others stay right. */
function edited(source: string, edits: Edit[]): string {
  const inOrder = edits.toSorted(([a], [b]) => a - b);
  const edit = (text: string, [start, end, replacement]: Edit) =>
    text.slice(0, start) + replacement + text.slice(end);
  return inOrder.reduceRight(edit, source);
}
