import { render, screen } from '@testing-library/react';
import Screen from './__Screen__.tsx';

test('has a heading, which takes the focus when the screen is entered', () => {
  render(<Screen />);
  const heading = screen.getByRole('heading', { level: 1, name: '__Screen__' });
  expect(heading).toHaveAttribute('tabindex', '-1');
});
