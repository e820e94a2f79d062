import { css, cx } from '@kargo/shared-runtime/styles';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';

/** A question that opens to its answer; each on its own, all closed at first. */
export function QuestionItem({ question, answer }: { question: string; answer: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const Icon = isOpen ? Minus : Plus;
  return (
    <div className={css({ borderBottomWidth: '1px', borderColor: 'line' })}>
      <h3>
        <button
          className={cx(
            css({
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: '6',
              w: 'full',
              py: '6',
              textStyle: 'title',
              textAlign: 'start',
              cursor: 'pointer',
              transition: 'color {durations.fast}',
              _hover: { color: 'violet.700' },
              _highContrast: { px: '4' },
            }),
            isOpen ? 'active' : undefined,
          )}
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{question}</span>
          <span
            className={css({
              circle: '2.5rem',
              bg: isOpen ? 'violet.600' : 'lilac',
              color: isOpen ? 'white' : 'violet.700',
              transition: 'background-color {durations.base}, color {durations.base}',
            })}
          >
            <Icon size={20} aria-hidden />
          </span>
        </button>
      </h3>
      <div
        className={css({
          display: 'grid',
          gridTemplateRows: isOpen ? '1fr' : '0fr',
          visibility: isOpen ? 'visible' : 'hidden',
          transition:
            'grid-template-rows {durations.base} {easings.out}, visibility {durations.base}',
          '@media print, (scripting: none)': { gridTemplateRows: '1fr', visibility: 'visible' },
        })}
        id={panelId}
      >
        <div className={css({ overflow: 'hidden', minH: '0' })}>
          <p className={css({ color: 'ink.600', maxW: '38rem', pb: '8', pe: { md: '16' } })}>
            {answer}
          </p>
        </div>
      </div>
    </div>
  );
}
