import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Section } from './Section.tsx';
import { SectionNav } from './SectionNav.tsx';
import { type SectionId, sectionTitles } from './sections.ts';

const [first, second, , last] = Object.values(sectionTitles);
// Hidden, because jsdom is narrow.
const link = (name = '') => screen.getByRole('link', { name, hidden: true });

function show() {
  const shown: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent);
  });
  render(
    <>
      <SectionNav />
      {Object.keys(sectionTitles).map((id) => (
        <Section key={id} id={id as SectionId}>
          <p>{id}</p>
        </Section>
      ))}
    </>,
  );
  link(first).focus();
  return { user: userEvent.setup(), shown };
}

test('Arrow keys go through the links in a circle, and show each card', async () => {
  const { user, shown } = show();
  const path = [
    ['{ArrowDown}', second],
    ['{ArrowUp}', first],
    ['{ArrowUp}', last],
    ['{ArrowDown}', first],
    ['{End}', last],
    ['{Home}', first],
  ] as const;
  for (const [key, name] of path) {
    await user.keyboard(key);
    expect(link(name)).toHaveFocus();
    expect(shown.at(-1)).toBe(name);
  }
});

test('Enter goes to the card', async () => {
  const { user } = show();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: first })).toHaveFocus();
});

test('Arrow keys with a modifier are left to the browser', async () => {
  const { user, shown } = show();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(link(first)).toHaveFocus();
  expect(shown).toEqual([]);
});

test('The link of the card that came last into view is marked, however late the page is told', () => {
  const callbacks: IntersectionObserverCallback[] = [];
  jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
    callbacks.push(callback);
    return { observe() {}, disconnect() {} } as unknown as IntersectionObserver;
  });
  show();
  const entry = (index: number, isIntersecting: boolean) =>
    ({
      target: document.getElementById(Object.keys(sectionTitles)[index] ?? ''),
      isIntersecting,
    }) as unknown as IntersectionObserverEntry;
  const ofTwoFrames = [entry(0, true), entry(0, false), entry(1, true)];
  act(() => callbacks[0]?.(ofTwoFrames, {} as IntersectionObserver));
  expect(link(second)).toHaveAttribute('aria-current', 'true');
});
