import { createHash } from 'node:crypto';
import ts from 'typescript';

/** The module that Chakra's components come from. */
const from = '@kargo/shared-runtime/ui';

/** Its components, and the elements that they draw. */
const elements: Record<string, string> = {
  Box: 'div',
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

/** Those that have styles without any attribute. */
const alwaysStyled = ['Container', 'Link', 'VisuallyHidden'];

/** Elements of `chakra`; those of drawings have attributes with the names of styles. */
const plainElements =
  'a article aside div footer header li main nav ol p section span summary ul'.split(' ');

/** Attributes that Chakra hands on to the element. All others are taken for styles. */
const handedOn =
  /^(on[A-Z]\w*|(aria|data)-.+|autoPlay|controls|href|id|inert|key|lang|playsInline|rel|ref|role|tabIndex|target|title|type)$/;

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

/** A range of the source, and the text that replaces it. */
type Edit = readonly [start: number, end: number, text: string];

/**
 * A webpack loader that prepares elements of Chakra whose styles never change, so that a prerendered page
 * needs no Chakra for them (docs/decisions/0023-static-styles.md). Of
 *
 *     <Box as="section" p="4" id="plans">
 *
 * it makes `<T_1 {...S_1} id="plans">`, and adds to the file
 *
 *     const staticStyle = staticStyles("4f2ab1");
 *     const [T_1, S_1] = staticStyle(Box, { as: "section", p: "4" }, "section");
 *
 * The text is a hash of the file's. Lines keep their numbers.
 */
export default function staticStylesLoader(source: string): string {
  if (!source.includes(from)) return source;
  const file = ts.createSourceFile('it.tsx', source, ts.ScriptTarget.Latest, true);
  const constants = constantsIn(file);
  const components = componentsIn(file, constants);
  const prefix = createHash('sha256').update(source).digest('hex').slice(0, 6);
  const edits: Edit[] = [];
  const declarations: string[] = [];

  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) prepare(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (declarations.length === 0) return source;
  return [
    edited(source, edits),
    `import { staticStyles } from '${from}';`,
    `const staticStyle = staticStyles('${prefix}');`,
    ...declarations,
  ].join('\n');

  function prepare(opening: Opening): void {
    const component = opening.tagName.getText();
    const element = components.get(component);
    if (!element || !isInFunction(opening) || isDrawnAsChild(opening)) return;
    const attributes = opening.attributes.properties.filter(ts.isJsxAttribute);
    if (attributes.length < opening.attributes.properties.length) return;
    const styles = attributes.filter((it) => !handedOn.test(nameOf(it)));
    const isStyled =
      styles.some((it) => nameOf(it) !== 'as') ||
      !(component in elements) ||
      alwaysStyled.includes(component);
    if (!isStyled || !styles.every((it) => isStatic(it, constants))) return;

    const id = (declarations.length + 1).toString(36);
    const as = styles.find((it) => nameOf(it) === 'as');
    const style = styles.map((it) => `${JSON.stringify(nameOf(it))}: ${valueText(it)}`);
    const tag = as ? valueText(as) : JSON.stringify(element);
    const drawn = tag === '"div"' ? '' : `, ${tag}`;
    declarations.push(
      `const [T_${id}, S_${id}] = staticStyle(${component}, { ${style.join(', ')} }${drawn});`,
    );

    for (const { tagName } of tagsOf(opening)) {
      edits.push([tagName.getStart(), tagName.end, `T_${id}`]);
    }
    // JSX ignores `key` after a spread.
    const { end } = attributes.find((it) => nameOf(it) === 'key') ?? opening.tagName;
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
  const found = new Map(plainElements.map((element) => [`chakra.${element}`, element]));
  for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    const names = importClause?.namedBindings;
    if (!moduleSpecifier.getText().includes(from) || !names || !ts.isNamedImports(names)) continue;
    for (const { name } of names.elements) {
      const element = elements[name.text];
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

/** The text of an attribute's value. */
function valueText({ initializer }: ts.JsxAttribute): string {
  if (!initializer) return 'true';
  return ts.isJsxExpression(initializer)
    ? (initializer.expression?.getText() ?? 'undefined')
    : initializer.getText();
}

/** Whether a style is the same at each rendering, and said by the text of the file alone. */
function isStatic(attribute: ts.JsxAttribute, constants: Map<string, ts.Expression>): boolean {
  const { initializer } = attribute;
  // A class name is more than a style, and other components draw what is their child.
  if (['className', 'asChild', 'children'].includes(nameOf(attribute))) return false;
  if (!initializer || ts.isStringLiteral(initializer)) return true;
  const value = ts.isJsxExpression(initializer) && initializer.expression;
  return value ? isConstant(value, constants) : false;
}

function isConstant(value: ts.Node, constants: Map<string, ts.Expression>): boolean {
  const isEachConstant = (parts: readonly ts.Node[]) =>
    parts.every((part) => isConstant(part, constants));
  if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return true;
  if ([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(value.kind)) return true;
  if (ts.isPrefixUnaryExpression(value)) return isConstant(value.operand, constants);
  if (ts.isArrayLiteralExpression(value)) return isEachConstant(value.elements);
  if (ts.isObjectLiteralExpression(value)) return isEachConstant(value.properties);
  if (ts.isPropertyAssignment(value)) {
    return !ts.isComputedPropertyName(value.name) && isConstant(value.initializer, constants);
  }
  const constant = ts.isIdentifier(value) && constants.get(value.text);
  return constant ? isConstant(constant, constants) : false;
}

/** Whether an element is drawn after the whole file was run. */
const isInFunction = (node: ts.Node) => ts.findAncestor(node, ts.isFunctionLike) !== undefined;

/** Whether the component around an element gives it styles, by `asChild`. */
function isDrawnAsChild(opening: Opening): boolean {
  const element = ts.isJsxOpeningElement(opening) ? opening.parent : opening;
  const { parent } = element;
  return (
    ts.isJsxElement(parent) &&
    parent.openingElement.attributes.properties.some((it) => it.name?.getText() === 'asChild')
  );
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
