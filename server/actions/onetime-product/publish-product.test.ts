import { describePublishProduct } from '#server/testing/publish-product-suite.ts';

describePublishProduct('onetime');
