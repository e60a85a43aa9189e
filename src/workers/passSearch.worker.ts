import { fleetPassesOf, type FleetPasses, type FleetQuestion } from '../geo/orbit/fleetPasses.ts';
import { passesOf, type FoundPasses, type PassQuestion } from '../geo/orbit/passSearch.ts';
import { answerMessages } from './answerMessages.ts';

answerMessages((question: PassQuestion | FleetQuestion): FoundPasses | FleetPasses =>
  'satellites' in question ? fleetPassesOf(question) : passesOf(question),
);
