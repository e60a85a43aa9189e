import { models } from '../session/models.ts';
import { testPaths } from './pathTests.ts';

testPaths(models.filter(({ name }) => name === 'portal'));
