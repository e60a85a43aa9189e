import { analysisSteps } from './analysis.ts';
import { answerMessages } from './answerMessages.ts';

answerMessages(analysisSteps());
