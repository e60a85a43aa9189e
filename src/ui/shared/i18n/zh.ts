import refusals from '../../../../contract/messages/zh/refusals.json' with { type: 'json' };
import own from './zh.json' with { type: 'json' };
import { withRefusals } from './withRefusals.ts';

export default withRefusals(own, refusals);
