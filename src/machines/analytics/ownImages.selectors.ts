import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { ownImagesMachine } from './ownImages.machine.ts';

type OwnImages = SnapshotFrom<typeof ownImagesMachine>;

export const isOpeningImage = (images: OwnImages): boolean => images.matches({ file: 'opening' });
/** Whether what was delivered of the AOI couldn't be listed. */
export const areDeliveriesUnlisted = (images: OwnImages): boolean => images.matches({ list: 'unlisted' });
/** Why an image couldn't be opened or drawn. */
export const imageRefusal = ({ context }: OwnImages): NoticeText | null => context.refusal?.text ?? null;
