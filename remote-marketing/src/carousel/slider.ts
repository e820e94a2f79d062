import Slick from 'react-slick';
import './slider.css';

/** react-slick with its styles: a chunk of its own, loaded after hydration. */
export default Slick;
