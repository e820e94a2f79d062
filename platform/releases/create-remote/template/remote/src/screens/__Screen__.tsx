import { container, css, cx } from '@kargo/shared-runtime/styles';

/** The screen at __path__. */
export default function Screen() {
  return (
    <div className={cx(container(), css({ py: { base: '4.5rem', md: '8rem' } }))}>
      <h1 tabIndex={-1} className={css({ textStyle: 'h1' })}>
        __Screen__
      </h1>
      <p className={css({ textStyle: 'lead', color: 'ink.600', mt: '4' })}>
        There is nothing to see here yet.
      </p>
    </div>
  );
}
