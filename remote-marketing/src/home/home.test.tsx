import { MemoryRouter } from '@kargo/shared-runtime/router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { plans } from './content.ts';
import { Pricing } from './pricing/Pricing.tsx';
import { QuestionItem } from './questions/QuestionItem.tsx';
import { Stars } from './Stars.tsx';

let mockIosAppUrl: string | null = null;

jest.mock('@kargo/shared-runtime/configuration', () => ({
  useConfiguration: () => ({ iosAppUrl: mockIosAppUrl, androidAppUrl: null }),
  useContact: () => ({ contactEmail: 'hello@kargo.example' }),
}));

beforeEach(() => {
  mockIosAppUrl = null;
});

const pricing = (
  <MemoryRouter>
    <Pricing />
  </MemoryRouter>
);

function show() {
  render(pricing);
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

test('a choice that was made, or put back by the browser, before hydration counts', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(pricing);
  screen.getByRole<HTMLInputElement>('radio', { name: 'Yearly' }).checked = true;
  render(pricing, { container, hydrate: true });
  expect(screen.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  expect(screen.getByTestId('price-yearly')).toBeVisible();
  expect(screen.getByTestId('price-monthly')).not.toBeVisible();
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

test.each([
  [5, 5],
  [4.5, 5],
  [4.4, 4],
  [0, 0],
])('a rating of %d fills %d of five stars', (rating, full) => {
  render(<Stars rating={rating} />);
  const filled = screen.getByRole('img').querySelector('[fill]');
  expect(filled?.getAttribute('d')?.match(/M/g) ?? []).toHaveLength(full);
});

function ask() {
  render(
    <>
      <QuestionItem question="How can I pay?" answer="In the app." />
      <QuestionItem question="What is the refund process?" answer="Write to us." />
    </>,
  );
  return {
    pay: screen.getByRole('button', { name: 'How can I pay?' }),
    refund: screen.getByRole('button', { name: 'What is the refund process?' }),
  };
}

test('all answers are closed at first', () => {
  const { pay, refund } = ask();
  expect(pay).toHaveAttribute('aria-expanded', 'false');
  expect(refund).toHaveAttribute('aria-expanded', 'false');
});

test('opening marks the button active and turns plus into minus; closing undoes both', async () => {
  const { pay } = ask();
  expect(pay.querySelector('.lucide-plus')).toBeInTheDocument();

  await userEvent.click(pay);
  expect(pay).toHaveAttribute('aria-expanded', 'true');
  expect(pay).toHaveClass('active');
  expect(pay.querySelector('.lucide-minus')).toBeInTheDocument();
  expect(screen.getByText('In the app.')).toBeVisible();

  await userEvent.click(pay);
  expect(pay).toHaveAttribute('aria-expanded', 'false');
  expect(pay).not.toHaveClass('active');
  expect(pay.querySelector('.lucide-plus')).toBeInTheDocument();
});

test('an answer stays open when another is opened', async () => {
  const { pay, refund } = ask();
  await userEvent.click(pay);
  await userEvent.click(refund);
  expect(pay).toHaveAttribute('aria-expanded', 'true');
  expect(refund).toHaveAttribute('aria-expanded', 'true');
});
