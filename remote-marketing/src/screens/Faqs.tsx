import { PlaceholderPage } from '../placeholder/PlaceholderPage.tsx';

export default function Faqs() {
  return <PlaceholderPage heading="FAQs" />;
}
