import { MemoryRouter } from '@kargo/shared-runtime/router';
import { fireEvent, render, screen } from '@testing-library/react';
import { StoreButtons } from './StoreButtons.tsx';

let mockIosAppUrl: string;

jest.mock('@kargo/shared-runtime/configuration', () => ({
  useConfiguration: () => ({ iosAppUrl: mockIosAppUrl, androidAppUrl: null }),
}));

/** Where a button leads, and whether the router goes there or the browser. */
function follow(name: string) {
  let isRouted: boolean | undefined;
  const noteClick = (click: Event) => {
    isRouted = click.defaultPrevented;
    // jsdom loads no pages.
    click.preventDefault();
  };
  window.addEventListener('click', noteClick, { once: true });
  const link = screen.getByRole('link', { name });
  fireEvent.click(link);
  return { address: link.getAttribute('href'), isRouted };
}

test.each([
  'https://apps.apple.com/us/app/kargo/id1?mt=8#reviews',
  // A host may redirect from its own address.
  `${location.origin}/app`,
])(
  'The browser opens a listing; without one the router goes to the call to action: %s',
  (listing) => {
    mockIosAppUrl = listing;
    render(
      <MemoryRouter>
        <StoreButtons surface="dark" />
      </MemoryRouter>,
    );
    expect(follow('Get the iPhone app')).toEqual({ address: listing, isRouted: false });
    expect(follow('Get the Android app')).toEqual({ address: '/#getstarted', isRouted: true });
  },
);
