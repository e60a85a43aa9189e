import type { SnapshotFrom } from 'xstate';
import type { uploadMachine } from './upload.machine.ts';
import type { AskedFile, FileRefusal } from './upload.rules.ts';
import type { FileReading } from '../../../geo/check/areaReview.ts';

type Upload = SnapshotFrom<typeof uploadMachine>;

export const isUploadOpen = (upload: Upload): boolean => upload.matches('open');
export const isReadingFile = (upload: Upload): boolean => upload.hasTag('busy');
/** 0 to 1. */
export const readingProgress = (upload: Upload): number => upload.context.progress;
export const fileName = (upload: Upload): string | null => upload.context.file?.name ?? null;
export const uploadRefusal = (upload: Upload): FileRefusal | null => upload.context.refusal;
/** The question which area of the file is meant; null if there is none. */
export const askedFile = (upload: Upload): AskedFile | null =>
  upload.matches({ open: 'asking' }) ? upload.context.asked : null;
/** The repaired file that the user must agree to; null if there is none. */
export const reviewedReading = (upload: Upload): FileReading | null =>
  upload.matches({ open: 'reviewing' }) ? upload.context.reading : null;
