import { describePublishProduct } from '#server/testing/suites/publish-product.ts';

describePublishProduct('subscription');
