import { container, css, cx } from '@kargo/shared-runtime/styles';
import type { Anchor } from '@kargo/shared-types/page/paths';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface SectionProps {
  /** Unique to the section in its page. */
  name: string;
  anchor?: Anchor;
  bg: keyof typeof grounds;
  /** Whether it is always out of view at first: then the first paint does not wait for it. */
  isFarDown?: boolean;
  children: ReactNode;
}

/** A section of the landing page: its background, its space, its column. */
export function Section({ name, anchor, bg, isFarDown = false, children }: SectionProps) {
  const [isAhead, setAhead] = useState(isFarDown);
  useEffect(() => {
    if (isAhead) void nextTurn().then(() => setAhead(false));
  }, [isAhead]);
  return (
    <section
      className={cx(css({ position: 'relative', overflowX: 'clip' }), grounds[bg], drawnWhenNear)}
      id={anchor}
      aria-labelledby={`${name}-heading`}
      data-surface={bg === 'ink.950' ? 'dark' : undefined}
      data-ahead={isAhead ? '' : undefined}
    >
      <div
        className={cx(
          container(),
          css({ position: 'relative', py: { base: '4.75rem', md: '6.5rem', xl: '8.5rem' } }),
        )}
      >
        <SectionName value={name}>{children}</SectionName>
      </div>
    </section>
  );
}

let turn = Promise.resolve();

/** Resolves in a frame that no other section has taken. */
function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
  return turn;
}

const grounds = {
  paper: css({ bg: 'paper' }),
  mist: css({ bg: 'mist' }),
  lilac: css({ bg: 'lilac' }),
  'ink.950': css({ bg: 'ink.950' }),
};

/**
 * Until a section far down is hydrated, it is drawn only near the window. The height is about the
 * average of these sections at 390, 768 and 1440 px: a rule for each would add 0.3 kB to the page.
 */
const drawnWhenNear = css({
  _fromTop: {
    '&[data-ahead]': { contentVisibility: 'auto', containIntrinsicHeight: 'auto 1000px' },
  },
});

/** The name of the section around a heading. */
const SectionName = createContext('');

interface SectionHeadingProps {
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The heading that labels a section. It takes the focus when a link leads to the section. */
export function SectionHeading({ id, className, children }: SectionHeadingProps) {
  const ownId = `${useContext(SectionName)}-heading`;
  return (
    <h2
      id={id ?? ownId}
      tabIndex={-1}
      className={cx(css({ _byDefault: { textStyle: 'h2' } }), className)}
    >
      {children}
    </h2>
  );
}
