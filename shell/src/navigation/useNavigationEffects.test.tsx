import { Link, Outlet, useLocationAtOnce } from '@kargo/shared-runtime/router';
import { act, screen } from '@testing-library/react';
import { renderAt } from '../testing/render-at.tsx';
import { useNavigationEffects } from './useNavigationEffects.ts';

const scrollTo = jest.fn();
const scrollIntoView = jest.fn();

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(((_x: number, y: number) => {
    scrollTo(y);
    window.scrollY = y;
  }) as typeof window.scrollTo);
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
  scrollTo.mockClear();
  scrollIntoView.mockClear();
  window.scrollY = 0;
});

/** A site with a heading per path, an anchor on Home, and a page whose screen is late. */
function Site({ lateScreen = null }: { lateScreen?: string | null }) {
  useNavigationEffects();
  const { pathname } = useLocationAtOnce();
  return (
    <>
      <Link to="/about">Link</Link>
      <main id="content" tabIndex={-1}>
        {pathname === '/late' ? lateScreen && <h1>{lateScreen}</h1> : <h1>Page {pathname}</h1>}
        {pathname === '/' && (
          <section id="features">
            <h2>Features</h2>
          </section>
        )}
        <Outlet />
      </main>
    </>
  );
}

const heading = (name: string) => screen.getByRole('heading', { name });

test('The focus stays where it is on the first page', () => {
  renderAt('/about', <Site />);
  expect(document.body).toHaveFocus();
});

test('A new page starts at its top, with the focus on its heading', async () => {
  const { router } = renderAt('/', <Site />);
  act(() => screen.getByText('Link').focus());
  await act(() => router.navigate('/about'));
  expect(heading('Page /about')).toHaveFocus();
  expect(heading('Page /about')).toHaveAttribute('tabindex', '-1');
  expect(scrollTo).toHaveBeenLastCalledWith(0);
});

test('A screen that arrives late gets the focus when it is there', async () => {
  const { router } = renderAt('/', <Site />);
  await act(() => router.navigate('/late'));
  const late = document.createElement('h1');
  screen.getByRole('main').append(late);
  await act(async () => {});
  expect(late).toHaveFocus();
});

test('A heading on an inert page gets the focus when the page is no longer inert', async () => {
  const { router } = renderAt('/', <Site />);
  const main = screen.getByRole('main');
  main.toggleAttribute('inert', true);
  await act(() => router.navigate('/about'));
  expect(document.body).toHaveFocus();
  main.toggleAttribute('inert', false);
  await act(async () => {});
  expect(heading('Page /about')).toHaveFocus();
});

test('A link in a menu that closes leads to the heading of the open page', async () => {
  // Otherwise it would still be scrolling afterwards.
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const { router } = renderAt('/about', <Site />);
  const menu = document.body.appendChild(document.createElement('div'));
  const link = menu.appendChild(document.createElement('button'));
  link.focus();
  menu.toggleAttribute('inert', true);
  await act(() => router.navigate('/about'));
  expect(heading('Page /about')).toHaveFocus();
  menu.remove();
});

test('A visitor who has moved on with the keyboard keeps the focus', async () => {
  const { router } = renderAt('/', <Site />);
  await act(() => router.navigate('/late'));
  act(() => screen.getByText('Link').focus());
  screen.getByRole('main').append(document.createElement('h1'));
  await act(async () => {});
  expect(screen.getByText('Link')).toHaveFocus();
});

test('A visitor who has moved on before a part of the page arrives is left there', async () => {
  const { router } = renderAt('/', <Site />);
  await act(() => router.navigate('/late', { state: { anchor: 'late' } }));
  act(() => screen.getByText('Link').focus());
  const late = Object.assign(document.createElement('section'), { id: 'late' });
  screen.getByRole('main').append(late);
  await act(async () => {});
  expect(screen.getByText('Link')).toHaveFocus();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('Removing a parameter from the address moves nothing', async () => {
  const { router } = renderAt('/about?magic_token=x', <Site />);
  await act(() => router.navigate('/about', { replace: true }));
  expect(document.body).toHaveFocus();
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each([
  ['its state', '/', { anchor: 'features' }],
  ['its hash', '/#features', null],
])(
  'A link leads to a part of the page by %s, and the heading there gets the focus',
  async (_by, to, state) => {
    const { router } = renderAt('/about', <Site />);
    await act(() => router.navigate(to, { state }));
    expect(scrollIntoView).toHaveBeenCalledWith({ behavior: 'instant' });
    expect(heading('Features')).toHaveFocus();
  },
);

test('A hash that cannot be decoded leads nowhere and does no harm', () => {
  renderAt('/#100%', <Site />);
  expect(heading('Page /')).toBeInTheDocument();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('On the same page the way to an anchor is smooth', async () => {
  const { router } = renderAt('/', <Site />);
  await act(() => router.navigate('/', { state: { anchor: 'features' } }));
  expect(scrollIntoView).toHaveBeenCalledWith({ behavior: 'smooth' });
});

test.each(['/', '/?utm_source=mail'])(
  'The Home link on Home (%s) goes back to the top',
  async (address) => {
    const { router } = renderAt(address, <Site />);
    window.scrollY = 900;
    await act(() => router.navigate('/'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(scrollTo).toHaveBeenLastCalledWith(0);
  },
);

test('Going back returns to where the visitor was', async () => {
  const { router } = renderAt('/', <Site />);
  window.scrollY = 640;
  window.dispatchEvent(new Event('scroll'));
  await act(() => router.navigate('/about'));
  await act(() => router.navigate(-1));
  expect(scrollTo).toHaveBeenLastCalledWith(640);
  expect(heading('Page /')).toHaveFocus();
});

test('The page scrolls to an anchor once the screen that may be above it has arrived', async () => {
  const pending = document.createElement('div');
  pending.dataset.pendingScreen = '';
  document.body.append(pending);
  renderAt('/#features', <Site />);
  expect(scrollIntoView).not.toHaveBeenCalled();

  pending.remove();
  await act(async () => {});
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  expect(heading('Features')).toHaveFocus();
});
