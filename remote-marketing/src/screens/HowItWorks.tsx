import { placeholderPage } from '../placeholder/PlaceholderPage.tsx';

export default placeholderPage('How It Works');
