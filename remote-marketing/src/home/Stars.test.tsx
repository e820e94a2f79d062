import { render, screen } from '@testing-library/react';
import { Stars } from './Stars.tsx';

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
