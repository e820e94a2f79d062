import { button, css, cx } from '@kargo/shared-runtime/styles';
import { type WhoMade, whoMadePath } from '@kargo/shared-types/releases/who-made';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { provenanceOf, reportOf } from './bug-report.ts';
import { findParts, type Part, type RunningShell } from './parts.ts';

// Outside the page's root, so that it also works on a page that failed.
const root = createRoot(document.body.appendChild(document.createElement('div')));
let isOpen = false;

export function toggleWhoMade(shell: RunningShell, event?: KeyboardEvent): void {
  // Alt Graph, or Option on a Mac, types another character.
  const isText = event && event.key.toLowerCase() !== 'w';
  if (event?.repeat || (isText && document.activeElement?.matches('input, textarea'))) return;
  isOpen = !isOpen;
  root.render(isOpen && <WhoMadeThis shell={shell} onClose={() => toggleWhoMade(shell)} />);
}

/** Outlines the page's parts, labels them with their releases, and copies that for bug reports. */
function WhoMadeThis({ shell, onClose }: { shell: RunningShell; onClose: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<Part[]>([]);
  const [made, setMade] = useState<WhoMade>({});
  const [status, setStatus] = useState('Who made this');
  useEffect(() => {
    const focused = document.activeElement;
    bar.current?.querySelector('button')?.focus();
    const asking = fetch(whoMadePath).then((response) => response.json());
    void asking.then(setMade, () => undefined);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    addEventListener('keydown', onKey);
    const follow = () => {
      const found = findParts(shell, bar.current?.offsetTop ?? 0);
      setParts((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('keydown', onKey);
      const isLost = document.activeElement === document.body;
      if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, [shell, onClose]);
  const copy = async () => navigator.clipboard.writeText(reportOf(parts, made, shell));
  const sayCopied = () => setStatus('Copied.');
  const sayNotCopied = () => setStatus('Not copied.');
  return (
    <section
      className={surfaceStyle}
      data-testid="who-made-this"
      aria-label="Who made this"
      translate="no"
    >
      <ul>
        {parts.map((part) => (
          <li key={`${part.name} ${part.app}`} data-who={part.app} style={part.box}>
            <div className={cardStyle}>
              <b>{part.name}</b> <strong>{part.app}</strong> <span>{part.version}</span>
              <div>{provenanceOf(part, made, shell)}</div>
            </div>
          </li>
        ))}
      </ul>
      <div
        ref={bar}
        className={cx(cardStyle, css({ display: 'flex', alignItems: 'center', gap: '3', p: '3' }))}
        data-surface="dark"
      >
        <span role="status">{status}</span>
        <button
          type="button"
          className={button({ size: 'sm', variant: 'lime' })}
          onClick={() => void copy().then(sayCopied, sayNotCopied)}
        >
          Copy
        </button>
        <button
          type="button"
          className={button({ size: 'sm', variant: 'outline-dark' })}
          onClick={onClose}
        >
          Close
        </button>
      </div>
    </section>
  );
}

/** Lets the pointer through to the page, except on labels and buttons. */
const surfaceStyle = css({
  display: 'flex',
  position: 'fixed',
  inset: '0 0 calc(1rem + var(--preview-bar-height, 0px))',
  alignItems: 'end',
  justifyContent: 'center',
  zIndex: 'overlay',
  pointerEvents: 'none',
  textStyle: 'small',
  whiteSpace: 'nowrap',
  // Moved by `translate`, so that nothing counts as a layout shift. Two colours suit any ground.
  '& li': {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'start',
    border: '2px solid white',
    outline: '2px dashed {colors.violet.600}',
    outlineOffset: '-2px',
  },
  '& b': { color: 'lime' },
});

const cardStyle = css({
  _byDefault: {
    m: '1',
    px: '3',
    py: '1',
    color: 'white',
    bg: 'ink.950',
    border: '1px solid {colors.violet.300}',
    borderRadius: 'input',
    pointerEvents: 'auto',
  },
});
