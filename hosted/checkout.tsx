import { CheckoutContent } from './checkout-content.tsx';
import { wake } from './wake.tsx';

wake(CheckoutContent);
