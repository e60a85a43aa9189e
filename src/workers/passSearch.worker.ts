import { passesOf } from '../geo/orbit/passSearch.ts';
import { answerMessages } from './answerMessages.ts';

answerMessages(passesOf);
