import { PlaceholderPage } from '../placeholder/PlaceholderPage.tsx';

export default function PrivacyPolicy() {
  return <PlaceholderPage heading="Privacy Policy" />;
}
