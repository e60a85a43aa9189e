import { valueStore } from '../shared/valueStore.ts';
import type { ConditionField } from './ConditionTags.tsx';

/** Where the unfolded filters begin; null while they are folded. */
export const unfoldedFilters = valueStore<ConditionField | 'head' | null>(null);
export const unfoldFilters = unfoldedFilters.set;
