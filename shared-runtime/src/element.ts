import {
  Children,
  cloneElement,
  createElement,
  type ElementType,
  isValidElement,
  type ReactNode,
  type Ref,
  useInsertionEffect,
  useReducer,
  useRef,
} from 'react';
import { attributeName, isAttribute } from './attributes.ts';
import {
  addStyle,
  type ElementStyle,
  hashOf,
  hasStyle,
  hasStyleMakerFailed,
  isInNode,
  nameOf,
  onStyleMaker,
} from './element-styles.ts';
import { loadStyleMaker } from './load-style-maker.ts';

type Props = Record<string, unknown>;

type GivenProps = Props & { as?: ElementType };

interface Options {
  /** Names of attributes that are styles of this component. */
  styles?: readonly string[];
  defaults?: object | undefined;
}

/** The props of a component, told apart. */
interface SplitProps {
  /** The name of the class of the styles; undefined without styles. */
  name: string | undefined;
  style: ElementStyle;
  attributes: Props;
}

export interface StyledComponent {
  split(props: object): SplitProps;
}

/** Makes a component that draws an element with a class for its styles; it is typed as one of Chakra. */
export function styled<Component extends object>(
  tag: ElementType,
  recipe?: ElementStyle['recipe'],
  options: Options = {},
): Component {
  const isOwnRecipe = typeof recipe === 'object';
  const recipeName = isOwnRecipe ? hashOf(JSON.stringify(recipe)) : (recipe ?? '');
  const variants = isOwnRecipe ? Object.keys(recipe.variants ?? {}) : [];
  const ownStyles = new Set([...(options.styles ?? []), ...variants]);
  const isStyle = (name: string) =>
    ownStyles.has(name) || !(isAttribute(name) || name === 'asChild');

  function split(props: object): SplitProps {
    const { unstyled, as: _as, ...all } = merged(options.defaults ?? {}, props);
    const styles: Props = {};
    const attributes: Props = {};
    for (const [name, value] of Object.entries(all)) {
      if (isStyle(name)) styles[name] = value;
      else attributes[attributeName(name)] = value;
    }
    const style = { recipe: unstyled ? undefined : recipe, styles };
    const isPlain = !style.recipe && Object.keys(styles).length === 0;
    const name = isPlain ? undefined : nameOf(unstyled ? '' : recipeName, styles);
    return { name, style, attributes };
  }

  function Element(props: GivenProps) {
    const { name, style, attributes } = split(props);
    const { className, ...others } = attributes;
    const shown = useNameWithCss(name, style);
    const classes = [className, shown && `k-${shown}`].filter(Boolean).join(' ');
    const own = { className: classes || undefined, style: shown === null ? unseen : undefined };
    const { asChild, ...drawn } = merged(own, others);
    return asChild && !props.as ? drawnAsChild(drawn) : createElement(props.as ?? tag, drawn);
  }

  const component: StyledComponent = Object.assign(Element, { split });
  return component as unknown as Component;
}

/** Gives the attributes to the child, which is drawn in place of the element. */
function drawnAsChild({ children, ...attributes }: Props) {
  const child = Children.toArray(children as ReactNode).find((it) => isValidElement<Props>(it));
  if (!child) throw new Error('There is no element to draw in place of this one');
  return cloneElement(child, merged(attributes, child.props));
}

/** Takes no room in the layout, and can have the focus. */
const unseen = { position: 'fixed', opacity: 0 };

/**
 * Returns the class name once it has CSS, which is loaded if need be; until then the name that the element had before, or
 * null if it is new.
 */
function useNameWithCss(name: string | undefined, style: ElementStyle): string | undefined | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<string | undefined | null>(null);
  if (isInNode && name) addStyle(name, style);
  const isReady = !name || hasStyle(name);
  useInsertionEffect(() => {
    if (isReady) {
      if (name) addStyle(name, style);
      shown.current = name;
      return undefined;
    }
    // For the journey that keeps the style maker out of first visits.
    if (!hasStyleMakerFailed()) performance.mark(`kargo-style ${JSON.stringify(style)}`);
    void loadStyleMaker();
    return onStyleMaker(redraw);
  });
  return isReady || hasStyleMakerFailed() ? name : shown.current;
}

/** Both components' attributes: classes, styles, handlers and refs of both, of others those of the second. */
export function merged(first: object, second: object): Props {
  const both: Props = { ...first };
  for (const [name, value] of Object.entries(second)) {
    if (value === undefined) continue;
    both[name] = both[name] === undefined ? value : joined(name, both[name], value);
  }
  return both;
}

function joined(name: string, first: unknown, second: unknown): unknown {
  if (name === 'className') return [first, second].filter(Boolean).join(' ');
  if (name === 'style') return { ...(first as object), ...(second as object) };
  if (name === 'ref') return bothRefs(first as Ref<unknown>, second as Ref<unknown>);
  if (/^on[A-Z]/.test(name) && typeof first === 'function' && typeof second === 'function') {
    return (...event: unknown[]) => {
      first(...event);
      second(...event);
    };
  }
  return second;
}

function bothRefs(first: Ref<unknown>, second: Ref<unknown>): Ref<unknown> {
  return (value) => {
    const ends = [first, second].map((ref) => {
      if (typeof ref === 'function') return ref(value) ?? (() => ref(null));
      if (ref) ref.current = value;
      return () => {
        if (ref) ref.current = null;
      };
    });
    return () => {
      for (const end of ends) end();
    };
  };
}
