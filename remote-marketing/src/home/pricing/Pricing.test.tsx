import { ChakraProvider, system } from '@kargo/shared-runtime/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pricing } from './Pricing.tsx';

test('prices are monthly at first, and change with the toggle', async () => {
  render(
    <ChakraProvider value={system}>
      <Pricing />
    </ChakraProvider>,
  );
  const monthly = screen.getByTestId('price-monthly');
  const yearly = screen.getByTestId('price-yearly');
  expect(monthly).toBeVisible();
  expect(yearly).not.toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }));
  expect(yearly).toBeVisible();
  expect(monthly).not.toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(monthly).toBeVisible();
  expect(yearly).not.toBeVisible();
});
