import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QuestionItem } from './QuestionItem.tsx';

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
