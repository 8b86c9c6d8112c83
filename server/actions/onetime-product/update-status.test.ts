import { describeUpdateStatus } from '#server/testing/update-status-suite.ts';

describeUpdateStatus('onetime');
