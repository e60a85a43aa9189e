/** Bounds on the cost of reading a file (decision record 070). Larger files are refused before allocation. */

const MIB = 1024 * 1024;

/** Largest file, and largest entry of an archive once inflated. Bytes. */
export const FILE_BYTES_MAX = 64 * MIB;
/** The same for messages, MiB. */
export const FILE_MIB_MAX = FILE_BYTES_MAX / MIB;
/** Compressed bytes per inflating step: deflate grows at most 1,032-fold, so a step gives at most 17 MB. */
export const INFLATE_STEP_BYTES = 16 * 1024;
/** Files in an archive. */
export const ENTRIES_MAX = 10_000;
/** A .prj holds one line of text. Bytes. */
export const PRJ_BYTES_MAX = 16 * 1024;
/** Maximum nesting of XML elements, JSON arrays and objects, and brackets of a .prj. */
export const DEPTH_MAX = 100;
/** Arrays and objects in a GeoJSON: bounds the memory of JSON.parse to a few times the file's size. */
export const JSON_CONTAINERS_MAX = 1_000_000;
/**
 * Positions in a file. checkArea simplifies this many to an AOI's 10,000 within two seconds. Larger files are
 * refused after counting.
 */
export const VERTICES_MAX = 200_000;
/** Rings in a file. More can't be simplified to 10,000 vertices: each ring needs three. */
export const RINGS_MAX = 3_333;
/** Features of a file with several that are listed to choose from (decision 37). */
export const FEATURES_MAX = 100;
/** Longest name or type from a file in a message, characters. */
export const QUOTED_MAX = 60;
