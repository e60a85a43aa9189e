import refusals from '../../../../contract/messages/en/refusals.json' with { type: 'json' };
import own from './en.json' with { type: 'json' };
import { withRefusals } from './withRefusals.ts';

export default withRefusals(own, refusals);
