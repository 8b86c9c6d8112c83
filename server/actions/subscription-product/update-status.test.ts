import { describeUpdateStatus } from '#server/testing/suites/update-status.ts';

describeUpdateStatus('subscription');
