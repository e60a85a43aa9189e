/**
 * Bounds on the cost of reading a file (decision record 070). A file beyond one of them ends in a message before its memory
 * is allocated.
 */

const MIB = 1024 * 1024;

/** Largest file, and largest entry of an archive once inflated. Bytes. */
export const FILE_BYTES_MAX = 64 * MIB;
/** The same for messages, MiB. */
export const FILE_MIB_MAX = FILE_BYTES_MAX / MIB;
/** Compressed bytes per step of inflating: deflate grows at most 1,032-fold, so one step gives at most 17 MB. */
export const INFLATE_STEP_BYTES = 16 * 1024;
/** Files in an archive. */
export const ENTRIES_MAX = 10_000;
/** A .prj holds one line of text. Bytes. */
export const PRJ_BYTES_MAX = 16 * 1024;
/** How deep the elements of XML, the arrays and objects of JSON and the brackets of a .prj may nest. */
export const DEPTH_MAX = 100;
/** Arrays and objects in a GeoJSON: bounds the memory of JSON.parse to a few times the file's size. */
export const JSON_CONTAINERS_MAX = 1_000_000;
/**
 * Positions in a file. An AOI has at most 10,000 vertices; checkArea can simplify this many positions within two seconds.
 * Files with more are refused by counting.
 */
export const VERTICES_MAX = 200_000;
/** Rings in a file. More can't be simplified to 10,000 vertices: each ring needs three. */
export const RINGS_MAX = 3_333;
/** Characters of a name or type from a file that a message repeats. */
export const QUOTED_MAX = 60;
