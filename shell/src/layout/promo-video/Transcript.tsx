import { css } from '@kargo/shared-runtime/styles';

/** A text alternative for the film, which has no sound (WCAG 1.2.1). */
export function Transcript() {
  return (
    <details>
      <summary className={css({ minH: '2.75rem', py: '2', fontWeight: 600, cursor: 'pointer' })}>
        Read it instead
      </summary>
      <p className={css({ color: 'ink.600', mb: '3' })}>
        The film has no sound. It shows one delivery in the Kargo app, in four steps.
      </p>
      <ol className={css({ color: 'ink.600', ps: '6', listStyleType: 'decimal' })}>
        <li>Say where it goes: the pickup and drop-off addresses are typed in.</li>
        <li>Choose how fast: standard, express or scheduled. Express is picked and booked.</li>
        <li>Watch it on the map: the van drives to the door while the minutes count down.</li>
        <li>Signed for at the door: a signature is drawn, and the delivery is marked delivered.</li>
      </ol>
      <p className={css({ color: 'ink.600', mt: '3' })}>
        It ends with the words “Ready when you are” and a button to get the app.
      </p>
    </details>
  );
}
