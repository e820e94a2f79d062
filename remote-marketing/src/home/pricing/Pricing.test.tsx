import { MemoryRouter } from '@kargo/shared-runtime/router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { plans } from '../content.ts';
import { Pricing } from './Pricing.tsx';

let mockIosAppUrl: string | null = null;

jest.mock('@kargo/shared-runtime/configuration', () => ({
  useConfiguration: () => ({ iosAppUrl: mockIosAppUrl, androidAppUrl: null }),
  useContact: () => ({ contactEmail: 'hello@kargo.example' }),
}));

beforeEach(() => {
  mockIosAppUrl = null;
});

function show() {
  render(
    <MemoryRouter>
      <Pricing />
    </MemoryRouter>,
  );
  return {
    monthly: screen.getByTestId('price-monthly'),
    yearly: screen.getByTestId('price-yearly'),
  };
}

test('prices are monthly at first, and change with the toggle', async () => {
  const { monthly, yearly } = show();
  expect(monthly).toBeVisible();
  expect(yearly).not.toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }));
  expect(yearly).toBeVisible();
  expect(monthly).not.toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(monthly).toBeVisible();
  expect(yearly).not.toBeVisible();
});

const dollars = (text: string | undefined) => Number(text?.replace(/\D/g, ''));

test.each(plans.filter(({ saving }) => saving))(
  'a year of $name saves what two months cost',
  ({ monthly, yearly, saving }) => {
    expect(dollars(saving)).toBe(12 * dollars(monthly.price) - dollars(yearly.price));
    expect(dollars(saving)).toBe(2 * dollars(monthly.price));
    expect(within(show().yearly).getByText(saving ?? '')).toBeInTheDocument();
  },
);

test('a plan that needs more than the app links to a mail to us', () => {
  const { monthly } = show();
  const ask = within(monthly).getByRole('link', { name: 'Ask about Fleet' });
  expect(ask).toHaveAttribute('href', 'mailto:hello@kargo.example?subject=Kargo%20Fleet');
});

test('a plan for the app says that it is coming as long as there is no store', () => {
  expect(within(show().monthly).getByText('Coming to the app stores')).toBeVisible();
  expect(screen.queryByText('Get the app')).not.toBeInTheDocument();
});

test('a plan for the app leads to the store buttons, once there is a store', () => {
  mockIosAppUrl = 'https://apps.example/kargo';
  const link = within(show().monthly).getByRole('link', { name: 'Get the app' });
  expect(link).toHaveAttribute('href', '/#getstarted');
});
