import { answerMessages } from './answerMessages.ts';
import { coverOf } from './cover.ts';

answerMessages(coverOf);
