import { PlaceholderPage } from '../placeholder/PlaceholderPage.tsx';

export default function TermsAndConditions() {
  return <PlaceholderPage heading="Terms And Conditions" />;
}
