/** Files up to this size are read whole. */
export const WHOLE_BYTES = 64 * 1_048_576
/** Most files fit, so that one buffer serves them all. */
export const REUSED_BYTES = 262_144
/** How much of a big file is read at once. */
export const CHUNK_BYTES = 4 * 1_048_576
/** How long the event loop may be kept waiting. */
export const SLICE_MS = 10
