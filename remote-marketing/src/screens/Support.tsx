import { PlaceholderPage } from '../placeholder/PlaceholderPage.tsx';

export default function Support() {
  return <PlaceholderPage heading="Support" />;
}
