import { CheckoutContent } from './checkout-content.tsx';
import { hydrate } from './hydrate.tsx';

hydrate(CheckoutContent);
