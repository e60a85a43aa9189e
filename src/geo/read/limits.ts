/**
 * What reading a file may cost (decision record 070). A file beyond one of these ends in a message, before the memory for
 * the rest of it is taken.
 */

const MIB = 1024 * 1024;

/** Largest file, and largest entry of an archive once inflated. Bytes. */
export const FILE_BYTES_MAX = 64 * MIB;
/** The same as messages say it, MiB. */
export const FILE_MIB_MAX = FILE_BYTES_MAX / MIB;
/** Compressed bytes handed to the inflater at a time: deflate grows at most 1,032-fold, so that its surplus stays below 17 MB. */
export const INFLATE_STEP_BYTES = 16 * 1024;
/** Files in an archive. */
export const ENTRIES_MAX = 10_000;
/** A .prj holds one line of text. Bytes. */
export const PRJ_BYTES_MAX = 16 * 1024;
/** How deep the elements of XML, the arrays and objects of JSON and the brackets of a .prj may nest. */
export const DEPTH_MAX = 100;
/** Arrays and objects in a GeoJSON: with these in range memory stays in a few times the file's size. */
export const JSON_CONTAINERS_MAX = 1_000_000;
/**
 * Positions that are read. An AOI has at most 10,000, but the AOI doctor can simplify what has more: so many within two
 * seconds. Files with more are refused by counting, before anything is built of them.
 */
export const VERTICES_MAX = 200_000;
/** Rings that are read. No simplification brings more of them to 10,000 vertices: each needs three. */
export const RINGS_MAX = 3_333;
/** What of a name or type from a file is repeated in a message, characters. */
export const QUOTED_MAX = 60;
