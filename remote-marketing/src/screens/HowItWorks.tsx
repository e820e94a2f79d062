import { PlaceholderPage } from '../placeholder/PlaceholderPage.tsx';

export default function HowItWorks() {
  return <PlaceholderPage heading="How It Works" />;
}
