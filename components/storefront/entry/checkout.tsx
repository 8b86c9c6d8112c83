import { CheckoutContent } from './checkout-content.tsx';
import { wake } from './hydrate.tsx';

wake(CheckoutContent);
