import { describeUpdateStatus } from '../../testing/update-status-suite.ts';

describeUpdateStatus('subscription');
