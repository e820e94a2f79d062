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
import { isAttribute } from './attributes.ts';
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

/** What is drawn for the attributes of a component. */
interface Drawn {
  /** The name of the class; undefined without styles. */
  name: string | undefined;
  style: ElementStyle;
  attributes: Props;
}

export interface Styled {
  drawnFor(given: object): Drawn;
}

const plainHash = hashOf('');

/** Makes a component that draws an element with a class for its styles; it is typed as one of Chakra. */
export function styled<Component extends object>(
  tag: ElementType,
  look?: ElementStyle['look'],
  options: Options = {},
): Component {
  const lookHash = hashOf(typeof look === 'object' ? JSON.stringify(look) : (look ?? ''));
  const variants = typeof look === 'object' ? Object.keys(look.variants ?? {}) : [];
  const ownStyles = new Set([...(options.styles ?? []), ...variants]);
  const isStyle = (name: string) =>
    ownStyles.has(name) || !(isAttribute(name) || name === 'asChild');

  function drawnFor(given: object): Drawn {
    const { unstyled, as: _as, ...props } = merged(options.defaults ?? {}, given);
    const entries = Object.entries(props);
    const styles = Object.fromEntries(entries.filter(([it]) => isStyle(it)));
    const style = { look: unstyled ? undefined : look, styles };
    const isPlain = !style.look && Object.keys(styles).length === 0;
    return {
      name: isPlain ? undefined : nameOf(unstyled ? plainHash : lookHash, styles),
      style,
      attributes: Object.fromEntries(entries.filter(([it]) => !isStyle(it))),
    };
  }

  function Element(given: GivenProps) {
    const { name, style, attributes } = drawnFor(given);
    const { className, ...others } = attributes;
    const shown = useShownName(name, style);
    const classes = [className, shown && `k-${shown}`].filter(Boolean).join(' ');
    const own = { className: classes || undefined, style: shown === null ? unseen : undefined };
    const { asChild, ...drawn } = merged(own, others);
    return asChild && !given.as ? drawnAsChild(drawn) : createElement(given.as ?? tag, drawn);
  }

  const styled: Styled = Object.assign(Element, { drawnFor });
  return styled as unknown as Component;
}

/** Gives the attributes to the child, which is drawn in place of the element. */
function drawnAsChild({ children, ...attributes }: Props) {
  const child = Children.toArray(children as ReactNode).find((it) => isValidElement<Props>(it));
  if (!child) throw new Error('There is no element to draw in place of this one');
  return cloneElement(child, merged(attributes, child.props));
}

/** Holds its place in no layout, and can have the focus. */
const unseen = { position: 'fixed', opacity: 0 };

/** The name of the class to be shown: where its CSS has to be loaded first, of that which was before; null for none. */
function useShownName(name: string | undefined, style: ElementStyle): string | undefined | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<string | undefined | null>(null);
  if (isInNode && name) addStyle(name, style);
  const isHere = !name || hasStyle(name);
  useInsertionEffect(() => {
    if (isHere) {
      if (name) addStyle(name, style);
      shown.current = name;
      return undefined;
    }
    // For the journey that keeps what makes CSS out of first visits.
    performance.mark(`kargo-style ${JSON.stringify(style)}`);
    if (!hasStyleMakerFailed()) void loadStyleMaker();
    return onStyleMaker(redraw);
  });
  return isHere || hasStyleMakerFailed() ? name : shown.current;
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
