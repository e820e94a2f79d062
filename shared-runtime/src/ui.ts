/**
 * The parts of Chakra UI that are used, first part: layout and text, which every page needs. They have Chakra's names,
 * types and looks, but draw elements with classes; what makes the CSS of a class that the page lacks is loaded when it is
 * wanted (docs/decisions/0023-static-styles.md). Form controls are in `ui-controls`, popovers and toasts in
 * `ui-overlays`.
 */
import type * as library from '@chakra-ui/react';
import type {
  ComponentProps,
  FunctionComponent,
  JSX,
  PropsWithChildren,
  RefAttributes,
} from 'react';
import { styled } from './element.ts';
import type { button } from './theme/recipes.ts';

export type { BoxProps, HeadingProps } from '@chakra-ui/react';
export { alternativeStyles, staticStyles } from './static-styles.ts';

export const Box = styled<typeof library.Box>('div');
export const Circle = styled<typeof library.Circle>('div', 'Circle', { styles: ['size'] });
export const Container = styled<typeof library.Container>('div', 'container');
export const Flex = styled<typeof library.Flex>('div', 'Flex', { styles: ['wrap'] });
export const Grid = styled<typeof library.Grid>('div', 'Grid');
export const GridItem = styled<typeof library.GridItem>('div', 'GridItem', {
  styles: ['colSpan', 'rowSpan'],
});
export const Heading = styled<typeof library.Heading>('h2');
export const HStack = styled<FunctionComponent<StackProps>>('div', 'HStack', { styles: ['wrap'] });
export const Icon = styled<typeof library.Icon>('svg', undefined, {
  defaults: { asChild: true, focusable: false, 'aria-hidden': 'true' },
});
export const Link = styled<typeof library.Link>('a', 'link');
export const Stack = styled<FunctionComponent<StackProps>>('div', 'Stack', { styles: ['wrap'] });
export const Text = styled<typeof library.Text>('p');
export const VisuallyHidden = styled<typeof library.VisuallyHidden>('span', 'visuallyHidden');

type StackProps = Omit<library.StackProps, 'separator'> & RefAttributes<HTMLDivElement>;

/** A button in the site's variants and sizes; Chakra's own is typed for Chakra's theme. */
export const Button = styled<
  library.ChakraComponent<'button', library.RecipeVariantProps<typeof button>>
>('button', 'button', {
  styles: ['size'],
  defaults: { type: 'button' },
});

/** Elements of HTML and `svg`. Most parts of a drawing have attributes named as styles, such as `cx`: they are written plain. */
type Tag = Extract<keyof JSX.IntrinsicElements, keyof HTMLElementTagNameMap | 'svg' | 'g'>;

type Elements = { [Name in Tag]: library.ChakraComponent<Name> };

interface Factory extends Elements {
  <Name extends Tag, Variants extends library.RecipeVariantRecord = Record<never, never>>(
    tag: Name,
    recipe?: library.RecipeDefinition<Variants>,
    options?: Pick<
      library.JsxFactoryOptions<ComponentProps<Name> & library.RecipeSelection<Variants>>,
      'defaultProps'
    >,
  ): library.ChakraComponent<Name, library.RecipeSelection<Variants>>;
}

const plain = new Map<Tag, unknown>();

/** Elements with styles as attributes, such as `chakra.ul`; called, a component with a look of its own. */
export const chakra = new Proxy(
  (tag: Tag, recipe?: library.RecipeDefinition, { defaultProps }: { defaultProps?: object } = {}) =>
    styled<object>(tag, recipe, { defaults: defaultProps }),
  {
    get(_factory, tag: Tag) {
      if (!plain.has(tag)) plain.set(tag, styled<object>(tag));
      return plain.get(tag);
    },
  },
) as unknown as Factory;

/** For what was written when elements needed the theme around them. */
export const ChakraProvider = ({ children }: PropsWithChildren<{ value: object }>) => children;
export const system = {};
