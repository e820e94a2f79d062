import { css } from '@kargo/shared-runtime/styles';
import type { Elements } from '@kargo/shared-ui/elements';
import { type SectionId, sectionTitles } from './sections.ts';

/** One card of the profile page; the section navigation brings the focus to its heading. */
export function Section({ id, children }: { id: SectionId; children: Elements }) {
  const isDanger = id === 'danger-zone';
  return (
    <section
      className={css({
        bg: 'paper',
        borderWidth: '1px',
        borderColor: isDanger ? 'danger' : 'line',
        borderRadius: 'card',
        boxShadow: isDanger ? undefined : 's',
        p: { base: 'min(1.5rem, 7.5vw)', md: '8' },
      })}
      id={id}
      aria-labelledby={`${id}-heading`}
    >
      <h2
        className={css({ textStyle: 'h3', scrollMarginTop: 'calc({sizes.header} + 3rem)' })}
        id={`${id}-heading`}
        tabIndex={-1}
      >
        {sectionTitles[id]}
      </h2>
      {children}
    </section>
  );
}
