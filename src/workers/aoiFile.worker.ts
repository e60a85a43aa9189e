import { answerMessages } from './answerMessages.ts';
import { readFile } from './aoiFile.ts';

answerMessages(readFile);
