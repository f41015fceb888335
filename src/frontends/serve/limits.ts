/** Of a request or a frame from a client, in bytes. */
export const MAX_BODY = 32_000_000
/** What may wait for a client to read it, in bytes; one that is further behind is let go and comes again. */
export const MAX_BEHIND = 4_000_000
