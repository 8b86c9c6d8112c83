import { describePublishProduct } from '../../testing/publish-product-suite.ts';

describePublishProduct('onetime');
