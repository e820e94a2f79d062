import { placeholderPage } from '../placeholder/PlaceholderPage.tsx';

export default placeholderPage('FAQs');
